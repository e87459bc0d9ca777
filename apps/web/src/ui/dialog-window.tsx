import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { hasSessionEnded } from '../session/ended-session.ts';
import { commonTexts } from '../texts/en/common.ts';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog.tsx';

/** A dialog as it is drawn; only `dialog.tsx` imports it, when the first one opens. */
export function DialogWindow({ open, onClose, title, description, wide, sticky = false, children }: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={sticky}
      onOpenChange={(next, { reason }) =>
        !next && !hasSessionEnded() && !(sticky && reason === 'escape-key') && onClose()
      }
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Base.Popup
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
            'overflow-y-auto rounded-xl border bg-surface p-5 outline-none',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Base.Title className="font-semibold text-lg">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
            </div>
            <Base.Close aria-label={commonTexts.close} className="rounded-md p-1 text-muted hover:bg-hover">
              <X aria-hidden className="size-4" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
