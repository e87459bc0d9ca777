import { useSyncExternalStore } from 'react';
import { defer } from '../defer.ts';
import { toastsWanted } from './tell.ts';

const stack = defer(() => import('./toast-stack.tsx'));

/** Loads the code that draws toasts ahead of the first toast: without a connection it could not be loaded. */
export const loadToasts = stack.load;

/** Where toasts appear; once, beside the pages. */
export function Toasts() {
  const parts = stack.useModule(useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read));
  return parts && <parts.ToastStack />;
}
