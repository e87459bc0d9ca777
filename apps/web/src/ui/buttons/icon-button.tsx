import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name of the button, which tells its action. */
  label: string;
  children: ReactNode;
}

/** A square button that shows an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted transition-colors',
        'hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-4',
        className,
      )}
    >
      {children}
    </button>
  );
}
