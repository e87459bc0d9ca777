import { explainError } from '../../api/explain-error.ts';
import { createListeners } from '../create-listeners.ts';

/** A button of a toast. It closes the toast. */
export interface ToastAction {
  label: string;
  act: () => void;
}

/** Content of a toast. */
export interface ToastMessage {
  id: string;
  title: string;
  description: string | undefined;
  type: 'done' | 'error';
  priority?: 'high';
  timeout?: number;
  data?: ToastAction;
}

/** Draws toasts. */
export interface ToastRenderer {
  add: (told: ToastMessage) => void;
  close: (id: string) => void;
}

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

/** Explains why something failed and what to do. */
export function showErrorToast(error: unknown): void {
  const { title, advice } = explainError(error);
  tell({ title, description: advice, type: 'error', priority: 'high', timeout: 10_000 });
}

/** Tells that something was not done, with a button that leads to it. */
export function showRefusalToast(title: string, description: string, action: ToastAction): void {
  tell({ title, description, type: 'error', priority: 'high', timeout: 20_000, data: action });
}

/** Confirms that something is done, with a button that takes it back, until it is closed. Returns what closes it. */
export function showUndoToast(title: string, description: string | undefined, action: ToastAction): () => void {
  const id = tell({ title, description, type: 'done', timeout: 0, data: action });
  return () => {
    waiting.delete(id);
    renderer?.close(id);
  };
}

/** Passes all toasts to what draws them, the waiting ones first. */
export function registerToastRenderer(drawing: ToastRenderer): void {
  renderer = drawing;
  for (const told of waiting.values()) drawing.add(told);
  waiting.clear();
}

/** Whether any toast has been requested yet, as an external store of React. */
export const toastsWanted = { subscribe, read: (): boolean => isWanted };
