import { useSyncExternalStore } from 'react';

let ended = false;
const listeners = new Set<() => void>();

/** Says that the session has ended under a page in use, or that one goes on after signing in again. */
export function setSessionEnded(now: boolean): void {
  ended = now;
  for (const listener of listeners) listener();
}

/** Whether the page waits for its person to sign in again; meanwhile nothing on it is closed. */
export const hasSessionEnded = (): boolean => ended;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same for what is shown. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded);
