import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ButtonKind, type ButtonSize, buttonStyle } from './button-style.ts';

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  /** Shows a spinner and ignores clicks. */
  busy?: boolean | undefined;
}

/** A button. Its default type is `button`, not `submit`. */
export function Button({ kind, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonStyle(kind, size, className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}
