import { explainError } from '../../api/explain-error.ts';
import { createListeners } from '../create-listeners.ts';

/** What a toast says. */
export interface ToastMessage {
  title: string;
  description: string | undefined;
  type: 'done' | 'error';
  priority?: 'high';
  timeout?: number;
}

/** Toasts that wait for the code that shows them. */
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

/** Says for some seconds that something is done. */
export function showDoneToast(title: string, description?: string): void {
  tell({ title, description, type: 'done' });
}

/** Says why something failed and what to do. */
export function showErrorToast(error: unknown): void {
  const { title, advice } = explainError(error);
  tell({ title, description: advice, type: 'error', priority: 'high', timeout: 10_000 });
}

/** Hands all toasts to `shown`, those that waited first. */
export function registerToastRenderer(shown: (told: ToastMessage) => void): void {
  show = shown;
  for (const told of waiting.splice(0)) shown(told);
}

/** Whether a toast has been told yet, as an external store of React. */
export const toastsWanted = { subscribe, read: (): boolean => isWanted };
