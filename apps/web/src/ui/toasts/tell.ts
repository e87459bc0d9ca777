import { explainError } from '../../api/explain-error.ts';
import { createListeners } from '../create-listeners.ts';

/** Content of a toast. */
export interface ToastMessage {
  title: string;
  description: string | undefined;
  type: 'done' | 'error';
  priority?: 'high';
  timeout?: number;
  /** A button in the toast. */
  actionProps?: { children: string; onClick: () => void };
}

/** How long an act can be undone from its toast. */
const undoMs = 10_000;

/** Toasts that wait until the code that draws them is loaded. */
const waiting: ToastMessage[] = [];
let show: ((told: ToastMessage) => void) | null = null;
let isWanted = false;
const { subscribe, notify: tellListeners } = createListeners();

function tell(told: ToastMessage): void {
  if (show) {
    show(told);
    return;
  }
  waiting.push(told);
  isWanted = true;
  tellListeners();
}

/** Confirms for a few seconds that something is done. */
export function showDoneToast(title: string, description?: string): void {
  tell({ title, description, type: 'done' });
}

/** Confirms that something is done, with a button that undoes it, for ten seconds. */
export function showUndoToast(title: string, label: string, onUndo: () => void): void {
  tell({
    ...{ title, description: undefined, type: 'done', timeout: undoMs },
    actionProps: { children: label, onClick: onUndo },
  });
}

/** Explains why something failed and what to do. */
export function showErrorToast(error: unknown): void {
  const { title, advice } = explainError(error);
  tell({ title, description: advice, type: 'error', priority: 'high', timeout: 10_000 });
}

/** Passes all toasts to `shown`, the waiting ones first. */
export function registerToastRenderer(shown: (told: ToastMessage) => void): void {
  show = shown;
  for (const told of waiting.splice(0)) shown(told);
}

/** Whether any toast has been requested yet, as an external store of React. */
export const toastsWanted = { subscribe, read: (): boolean => isWanted };
