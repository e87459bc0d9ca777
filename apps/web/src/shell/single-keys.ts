import { useSyncExternalStore } from 'react';

const key = 'single-keys';
const listeners = new Set<() => void>();

/** Whether a single letter is a shortcut. Who dictates turns them off: each spoken word would press some (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => localStorage.getItem(key) !== 'off';

/** Turns them on or off; kept in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same, for what names such keys. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys);
