import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonTexts } from '../../texts/common.ts';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Gets the focus after closing; by default the element that opened the sheet. */
  finalFocus?: () => HTMLElement | true;
  children: ReactNode;
}

export function SheetWindow({
  open,
  onClose,
  title,
  finalFocus = () => true,
  children,
}: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          finalFocus={finalFocus}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] flex-col rounded-t-2xl border bg-surface outline-none sm:inset-x-auto sm:inset-y-0 sm:right-0 sm:max-h-none sm:w-96 sm:rounded-none"
        >
          <div className="flex items-center justify-between gap-4 border-b px-4 py-2.5">
            <Dialog.Title className="font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={commonTexts.close}
              className="rounded-md p-1 text-muted hover:bg-hover"
            >
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
