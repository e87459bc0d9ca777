import { useSyncExternalStore } from 'react';
import { createListeners } from '../create-listeners.ts';

const key = 'single-keys';
const { subscribe, notify } = createListeners();

/** Whether a single letter is a shortcut. Who dictates turns them off: each spoken word would press some (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => localStorage.getItem(key) !== 'off';

/** Turns them on or off; kept in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
  notify();
}

/** The same, for what names such keys. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys);
