import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/create-listeners.ts';

const key = 'portal-name';
const { subscribe, notify } = createListeners();
let name = readStored();

function readStored(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    // Storage may be forbidden; then the name lasts as long as the page.
    return '';
  }
}

/** Remembers how the client signs, in this browser only; an empty name forgets it. */
export function setVisitorName(next: string): void {
  name = next.trim();
  try {
    if (name === '') localStorage.removeItem(key);
    else localStorage.setItem(key, name);
  } catch {
    // Kept for this page all the same.
  }
  notify();
}

/** How the client signs; empty until they have said it once. */
export const useVisitorName = (): string => useSyncExternalStore(subscribe, () => name);
