import type { ReactNode } from 'react';
import { defer } from '../defer.ts';
import type { DialogProps } from './dialog-window.tsx';

const dialogWindow = defer(() => import('./dialog-window.tsx'));

/** Loads the code that draws dialogs before the first one opens. */
export const loadDialogs = dialogWindow.load;

/**
 * A question or form over the page. Escape closes it, and so does a click outside unless something was typed. Put
 * buttons into `DialogActions`. The first field of a form gets the focus, else the first button; on closing, the focus
 * returns to where it was. Use no `autoFocus`: the dialog would not know where to return it.
 */
export function Dialog(props: DialogProps) {
  const parts = dialogWindow.useModule(props.open);
  return parts && <parts.DialogWindow {...props} />;
}

/** The buttons at the end of a dialog, the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
