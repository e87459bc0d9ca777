import { useSyncExternalStore } from 'react';
import { createListeners } from '../create-listeners.ts';

const key = 'single-keys';
const { subscribe, notify } = createListeners();

/**
 * Whether single letters are shortcuts. People who dictate turn them off, as each word would press some (WCAG 2.1.4).
 */
export const hasSingleKeys = (): boolean => localStorage.getItem(key) !== 'off';

/** Turns single-letter shortcuts on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
  notify();
}

/** `hasSingleKeys` as a hook, for components that show such keys. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys);
