import type { ComponentProps } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { controlStyle } from '../../ui/fields/control-style.ts';

/** A text area that grows with its text, up to a third of the window. */
export function GrowingTextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      className={classNames(controlStyle, 'field-sizing-content max-h-[33dvh] resize-none py-1.5 text-sm', className)}
    />
  );
}
