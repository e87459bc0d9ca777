import type { ReactNode } from 'react';
import { defer } from '../defer.ts';
import type { DialogProps } from './dialog-window.tsx';

const dialogWindow = defer(() => import('./dialog-window.tsx'));

/** Asks for what draws a dialog before one is opened. */
export const loadDialogs = dialogWindow.load;

/**
 * A question or form over the page; Escape closes it, and a click beside it, unless that would lose what was typed.
 * Buttons go into `DialogActions`. The focus goes to the first field of a form, else to the first button, and back to where
 * it was; `autoFocus` would forget that place.
 */
export function Dialog(props: DialogProps) {
  const parts = dialogWindow.useModule(props.open);
  return parts && <parts.DialogWindow {...props} />;
}

/** Buttons at the end of a dialog; the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
