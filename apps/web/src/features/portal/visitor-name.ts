import type { PortalView } from '@ecp/contract/reach/portal';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/create-listeners.ts';

const key = 'portal-name';
const { subscribe, notify } = createListeners();
let name = readStored();

function readStored(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    // The browser may forbid storage. The name then lasts until the page closes.
    return '';
  }
}

/** Stores the client's name in this browser. An empty name deletes it. */
export function setVisitorName(next: string): void {
  name = next.trim();
  try {
    if (name === '') localStorage.removeItem(key);
    else localStorage.setItem(key, name);
  } catch {
    // The name remains valid for this page.
  }
  notify();
}

/** Stores the name by which a client has spoken, unless the firm gave the link its name (REL-8). */
export function keepVisitorName({ clientName }: Pick<PortalView, 'clientName'>, name: string): void {
  if (clientName === null) setVisitorName(name);
}

/** Returns the client's name; empty until they have entered it once. */
export const useVisitorName = (): string => useSyncExternalStore(subscribe, () => name);
