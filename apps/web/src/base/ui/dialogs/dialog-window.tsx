import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { commonTexts } from '../../texts/common.ts';
import { classNames } from '../class-names.ts';
import { areDialogsHeld } from './hold-dialogs.ts';

const firstField = 'form :is(input:not([type=hidden]), textarea, select)';

/**
 * Ctrl or ⌘ with Enter presses the main button of a dialog's form, wherever the focus is in the
 * dialog.
 */
function submitByKey(event: KeyboardEvent<HTMLElement>): void {
  if (
    event.key !== 'Enter' ||
    !(event.ctrlKey || event.metaKey) ||
    event.repeat ||
    event.defaultPrevented
  )
    return;
  const main = event.currentTarget.querySelector<HTMLButtonElement>(
    'form [type=submit]:not(:disabled)',
  );
  if (!main) return;
  event.preventDefault();
  main.click();
}

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  /** Ignores Escape and clicks outside, because the content would be lost. */
  sticky?: boolean;
  /**
   * Gets the focus after closing, `false` for nothing; by default the element that opened the
   * dialog.
   */
  finalFocus?: () => HTMLElement | boolean;
  children: ReactNode;
}

export function DialogWindow(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    wide,
    sticky = false,
    finalFocus = () => true,
    children,
  } = props;
  const popup = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  useEffect(() => {
    if (open) isTyped.current = false;
  }, [open]);
  const change = (next: boolean, { reason }: { reason: string }) => {
    const isHeld =
      (sticky && reason === 'escape-key') || (isTyped.current && reason === 'outside-press');
    if (!next && !isHeld && !areDialogsHeld()) onClose();
  };
  return (
    <Base.Root open={open} disablePointerDismissal={sticky} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Base.Popup
          ref={popup}
          // After a touch, focus on a field would open the on-screen keyboard over half of the
          // dialog.
          initialFocus={(by) =>
            by === 'touch' ? true : (popup.current?.querySelector<HTMLElement>(firstField) ?? true)
          }
          onInput={() => {
            isTyped.current = true;
          }}
          finalFocus={finalFocus}
          onKeyDown={submitByKey}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
            'scroll-pt-20 scroll-pb-24 overflow-y-auto rounded-xl border bg-surface px-5 outline-none',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="sticky top-0 z-10 -mx-5 flex items-start justify-between gap-4 bg-surface px-5 pt-5 pb-4">
            <div className="min-w-0">
              <Base.Title className="font-semibold text-lg">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-muted">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              aria-label={commonTexts.close}
              className="rounded-md p-1 text-muted hover:bg-hover"
            >
              <X aria-hidden className="size-4" />
            </Base.Close>
          </div>
          {/* The padding of a box that scrolls would keep the buttons off its edge. */}
          <div className="pb-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
