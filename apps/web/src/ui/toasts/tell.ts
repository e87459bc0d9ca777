import { explainError } from '../../api/explain-error.ts';
import { createListeners } from '../create-listeners.ts';

/** Content of a toast. */
export interface ToastMessage {
  id: string;
  title: string;
  description: string | undefined;
  type: 'done' | 'error';
  priority?: 'high';
  timeout?: number;
  /** A button in the toast. */
  actionProps?: { children: string; onClick: () => void };
}

/** Draws toasts. */
export interface ToastRenderer {
  add: (told: ToastMessage) => void;
  close: (id: string) => void;
}

/** How long an act can be undone from its toast. */
const undoMs = 10_000;

/** Toasts that wait until the code that draws them is loaded. */
const waiting = new Map<string, ToastMessage>();
let renderer: ToastRenderer | null = null;
let isWanted = false;
let count = 0;
const { subscribe, notify: tellListeners } = createListeners();

function tell(told: Omit<ToastMessage, 'id'>): string {
  count += 1;
  const id = `toast ${count}`;
  if (renderer) renderer.add({ ...told, id });
  else {
    waiting.set(id, { ...told, id });
    isWanted = true;
    tellListeners();
  }
  return id;
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

/** Tells that something was not done, with a button that leads to it. */
export function showRefusalToast(title: string, description: string, label: string, onOpen: () => void): void {
  const actionProps = { children: label, onClick: onOpen };
  tell({ title, description, type: 'error', priority: 'high', timeout: 20_000, actionProps });
}

/** Shows a toast with a button that takes an act back. It stays until the returned function closes it. */
export function holdUndoToast(title: string, description: string, label: string, onUndo: () => void): () => void {
  const id = tell({ title, description, type: 'done', timeout: 0, actionProps: { children: label, onClick: onUndo } });
  return () => {
    waiting.delete(id);
    renderer?.close(id);
  };
}

/** Passes all toasts to their renderer, the waiting ones first. */
export function registerToastRenderer(drawing: ToastRenderer): void {
  renderer = drawing;
  for (const told of waiting.values()) drawing.add(told);
  waiting.clear();
}

/** Whether any toast has been requested yet, as an external store of React. */
export const toastsWanted = { subscribe, read: (): boolean => isWanted };
