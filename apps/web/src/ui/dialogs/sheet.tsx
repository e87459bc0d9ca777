import type { ReactNode } from 'react';
import { defer } from '../defer.ts';

const sheetWindow = defer(() => import('./sheet-window.tsx'));

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Where the focus goes after closing; by default back to what opened it. */
  finalFocus?: () => HTMLElement | true;
  children: ReactNode;
}

/** What stands beside the text on wide screens, over it on narrow ones; Escape and a tap beside it close it. */
export function Sheet(props: SheetProps) {
  const parts = sheetWindow.useModule(props.open);
  return parts && <parts.SheetWindow {...props} />;
}
