import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { controlStyle } from './control-style.ts';
import { Field } from './field.tsx';

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
}

/** A text area with its label. */
export function TextAreaField({ label, hint, error, aside, className, rows = 5, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(attributes) => (
        <textarea rows={rows} {...rest} {...attributes} className={classNames(controlStyle, 'py-2', className)} />
      )}
    </Field>
  );
}
