import { useSyncExternalStore } from 'react';
import { defer } from '../defer.ts';
import { toastsWanted } from './show-toast.ts';

const stack = defer(() => import('./toast-stack.tsx'));

/** Loads the code that draws toasts ahead of the first one, which may report a lost connection. */
export const loadToasts = stack.load;

/** The place where toasts appear. Render it once, beside the pages. */
export function Toasts() {
  const parts = stack.useModule(useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read));
  return parts && <parts.ToastStack />;
}
