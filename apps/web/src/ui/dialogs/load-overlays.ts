import { loadToasts } from '../toasts/toasts.tsx';
import { loadDialogs } from './dialog.tsx';

/**
 * Loads the code of dialogs and toasts on the first key or pointer press, before the click that opens one. It is not
 * part of the first load, but ready in time, even if the connection is lost later. Menus load their code when pointed
 * at.
 */
export function loadOverlaysOnUse(): void {
  const load = () => {
    loadDialogs();
    loadToasts();
  };
  document.addEventListener('pointerdown', load, { once: true });
  document.addEventListener('keydown', load, { once: true });
}
