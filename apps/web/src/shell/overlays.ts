import { useSyncExternalStore } from 'react';

/** What lies over the page: one thing at a time, opened from anywhere. */
export type Overlay = 'commands' | 'shortcuts' | 'navigation' | null;

let current: Overlay = null;
const listeners = new Set<() => void>();

function show(overlay: Overlay): void {
  current = overlay;
  for (const listener of listeners) listener();
}

export const openCommands = (): void => show('commands');
export const openShortcuts = (): void => show('shortcuts');
export const openNavigation = (): void => show('navigation');
export const closeOverlay = (): void => show(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is open. */
export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => current);
