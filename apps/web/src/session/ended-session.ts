import { useSyncExternalStore } from 'react';
import { createListeners } from '../ui/create-listeners.ts';

let ended = false;
const { subscribe, notify } = createListeners();

/** Says that the session has ended under a page in use, or that one goes on after signing in again. */
export function setSessionEnded(now: boolean): void {
  ended = now;
  notify();
}

/** Whether the page waits for its person to sign in again; meanwhile nothing on it is closed. */
export const hasSessionEnded = (): boolean => ended;

/** The same for what is shown. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded);
