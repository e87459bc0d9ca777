import { defer } from '../defer.ts';
import type { SheetProps } from './sheet-window.tsx';

const sheetWindow = defer(() => import('./sheet-window.tsx'));

/** Shows over the text, on narrow screens, what wide screens show beside it. Escape and a tap outside close it. */
export function Sheet(props: SheetProps) {
  const parts = sheetWindow.useModule(props.open);
  return parts && <parts.SheetWindow {...props} />;
}
