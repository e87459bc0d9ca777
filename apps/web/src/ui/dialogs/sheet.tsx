import { defer } from '../defer.ts';
import type { SheetProps } from './sheet-window.tsx';

const sheetWindow = defer(() => import('./sheet-window.tsx'));

/** What stands beside the text on wide screens, over it on narrow ones; Escape and a tap beside it close it. */
export function Sheet(props: SheetProps) {
  const parts = sheetWindow.useModule(props.open);
  return parts && <parts.SheetWindow {...props} />;
}
