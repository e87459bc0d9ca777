import { loadDialogs } from './dialog.tsx';
import { loadToasts } from '../toasts/toasts.tsx';

/**
 * Asks for what draws dialogs and toasts with the first key or touch, before the click that opens one: it is no part of the
 * first load, and yet there at once, also without a connection. Menus ask for themselves when they are pointed at.
 */
export function loadOverlaysOnUse(): void {
  const load = () => {
    loadDialogs();
    loadToasts();
  };
  document.addEventListener('pointerdown', load, { once: true });
  document.addEventListener('keydown', load, { once: true });
}
