import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/create-listeners.ts';

/** What lies over the page: one thing at a time, opened from anywhere. */
export type Overlay = 'commands' | 'shortcuts' | 'navigation' | null;

let current: Overlay = null;
const { subscribe, notify } = createListeners();

function show(overlay: Overlay): void {
  current = overlay;
  notify();
}

export const openCommands = (): void => show('commands');
export const openShortcuts = (): void => show('shortcuts');
export const openNavigation = (): void => show('navigation');
export const closeOverlay = (): void => show(null);

/** What is open. */
export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => current);
