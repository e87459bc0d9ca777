import { explainError } from '../../api/explain-error.ts';
import { createListeners } from '../create-listeners.ts';

interface ToastMessage {
  id: string;
  title: string;
  description: string | undefined;
  type: 'done' | 'error';
  priority?: 'high';
  timeout?: number;
  actionProps?: { children: string; onClick: () => void };
}

/** How long a toast with a button stays. */
const actionMs = 10_000;

/** Toasts that wait until the code that draws them is loaded. */
const waiting: ToastMessage[] = [];
let draw: ((toast: ToastMessage) => void) | null = null;
let isWanted = false;
let count = 0;
const { subscribe, notify } = createListeners();

function showToast(message: Omit<ToastMessage, 'id'>): void {
  count += 1;
  const toast = { ...message, id: `toast ${count}` };
  if (draw) draw(toast);
  else {
    waiting.push(toast);
    isWanted = true;
    notify();
  }
}

/** Confirms for a few seconds that something is done. */
export function showDoneToast(title: string, description?: string): void {
  showToast({ title, description, type: 'done' });
}

/**
 * Confirms that something is done, with a button for what may follow from it, such as its undoing.
 */
export function showActionToast(title: string, label: string, act: () => void): void {
  showToast({
    title,
    description: undefined,
    type: 'done',
    timeout: actionMs,
    actionProps: { children: label, onClick: act },
  });
}

/** Explains why something failed and what to do. */
export function showErrorToast(error: unknown): void {
  const { title, advice } = explainError(error);
  showToast({ title, description: advice, type: 'error', priority: 'high', timeout: 10_000 });
}

/** Passes all toasts to what draws them, the waiting ones first. */
export function registerToastRenderer(drawing: (toast: ToastMessage) => void): void {
  draw = drawing;
  for (const toast of waiting.splice(0)) drawing(toast);
}

/** Whether any toast has been requested yet, as an external store of React. */
export const toastsWanted = { subscribe, read: (): boolean => isWanted };
