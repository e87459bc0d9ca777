import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { FormError } from '../ui/fields/form-error.tsx';
import { stickToBottom } from '../ui/layout/sticky-bar.ts';

interface BottomBarProps {
  error: unknown;
  /** Says what the next step is, or what is wrong. */
  remark: string;
  wrong: boolean;
  /** Buttons; the main one last. */
  children: ReactNode;
}

/** The bar at the end of a long form, always in view. */
export function BottomBar({ error, remark, wrong, children }: BottomBarProps) {
  return (
    <div
      ref={stickToBottom}
      className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t bg-surface px-4 py-3 md:-mx-8 md:px-8"
    >
      <FormError error={error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p
          aria-live="polite"
          className={classNames('basis-full text-sm sm:flex-1 sm:basis-40', wrong ? 'text-danger' : 'text-muted')}
        >
          {remark}
        </p>
        {children}
      </div>
    </div>
  );
}
