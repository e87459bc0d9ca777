import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

interface SelectFieldProps<Value extends string> extends Omit<SelectProps<Value>, 'attributes' | 'isTool'> {
  hint?: ReactNode;
  error?: string | undefined;
}

/** A select with its label, hint and error. */
export function SelectField<Value extends string>({ hint, error, className, ...rest }: SelectFieldProps<Value>) {
  return (
    <Field label={rest.label} hint={hint} error={error}>
      {(attributes) => <Select {...rest} attributes={attributes} className={classNames('h-9', className)} />}
    </Field>
  );
}
