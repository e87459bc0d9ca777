import { useSyncExternalStore } from 'react';
import { createListeners } from '../../base/ui/create-listeners.ts';

/** The overlay that is open over the page. There is one at a time, and any code may open it. */
type Overlay = 'commands' | 'shortcuts' | 'navigation' | null;

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

export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => current);
