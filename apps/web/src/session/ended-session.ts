import { useSyncExternalStore } from 'react';
import { createListeners } from '../ui/create-listeners.ts';

let ended = false;
const { subscribe, notify } = createListeners();

/** Sets whether the session has ended while a page is in use. */
export function setSessionEnded(now: boolean): void {
  ended = now;
  notify();
}

/** Whether the page waits for its user to sign in again. Meanwhile no dialog closes. */
export const hasSessionEnded = (): boolean => ended;

/** `hasSessionEnded` as a hook. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded);
