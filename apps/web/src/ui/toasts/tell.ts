import { explainError } from '../../api/explain-error.ts';
import { createListeners } from '../create-listeners.ts';

/** Content of a toast. */
export interface ToastMessage {
  title: string;
  description: string | undefined;
  type: 'done' | 'error';
  priority?: 'high';
  timeout?: number;
}

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
