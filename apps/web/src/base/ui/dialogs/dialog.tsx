import type { ReactNode } from 'react';
import { defer } from '../defer.ts';
import { loadToasts } from '../toasts/toasts.tsx';
import type { DialogProps } from './dialog-window.tsx';
import type { SheetProps } from './sheet-window.tsx';

const dialogWindow = defer(() => import('./dialog-window.tsx'));

/** Loads the code that draws dialogs before the first one opens. */
const loadDialogs = dialogWindow.load;

/**
 * A question or form over the page. Escape closes it, and so does a click outside unless something
 * was typed. Put buttons into `DialogActions`. The first field of a form gets the focus, else the
 * first button; on closing, the focus returns to where it was. Use no `autoFocus`: the dialog would
 * not know where to return it.
 */
export function Dialog(props: DialogProps) {
  const parts = dialogWindow.useModule(props.open);
  return parts && <parts.DialogWindow {...props} />;
}

/**
 * The buttons at the end of a dialog, the main one last. They stay in view while a long dialog
 * scrolls behind them.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-2 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl bg-surface px-5 pt-4 pb-5">
      {children}
    </div>
  );
}

const sheetWindow = defer(() => import('./sheet-window.tsx'));

/**
 * Shows over the text, on narrow screens, what wide screens show beside it. Escape and a tap
 * outside close it.
 */
export function Sheet(props: SheetProps) {
  const parts = sheetWindow.useModule(props.open);
  return parts && <parts.SheetWindow {...props} />;
}

/**
 * Loads the code of dialogs and toasts on the first key or pointer press, before the click that
 * opens one. It is not part of the first load, but ready in time, even if the connection is lost
 * later. Menus load their code when pointed at.
 */
export function loadOverlaysOnUse(): void {
  const load = () => {
    loadDialogs();
    loadToasts();
  };
  document.addEventListener('pointerdown', load, { once: true });
  document.addEventListener('keydown', load, { once: true });
}
