import { useSyncExternalStore } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { defer } from '../defer.ts';

const stack = defer(() => import('./toast-stack.tsx'));

/** Asks for what draws toasts before one is told: without a connection it could not come. */
export const loadToasts = stack.load;

/** What a toast says. */
export interface Told {
  title: string;
  description: string | undefined;
  type: 'done' | 'error';
  priority?: 'high';
  timeout?: number;
}

/** Told before anybody could show it. */
const waiting: Told[] = [];
let show: ((told: Told) => void) | null = null;
let isWanted = false;
const listeners = new Set<() => void>();

function tell(told: Told): void {
  if (show) {
    show(told);
    return;
  }
  waiting.push(told);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Says for some seconds that something is done. */
export function tellDone(title: string, description?: string): void {
  tell({ title, description, type: 'done' });
}

/** Says why something failed and what to do. */
export function tellError(error: unknown): void {
  const { title, advice } = explainError(error);
  tell({ title, description: advice, type: 'error', priority: 'high', timeout: 10_000 });
}

/** Hands all toasts to who shows them, those that waited first. */
export function showToastsBy(shown: (told: Told) => void): void {
  show = shown;
  for (const told of waiting.splice(0)) shown(told);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear; once, beside the pages. */
export function Toasts() {
  const parts = stack.useModule(useSyncExternalStore(subscribe, () => isWanted));
  return parts && <parts.ToastStack />;
}
