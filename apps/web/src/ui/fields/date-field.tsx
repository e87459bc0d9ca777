import type { ReactNode } from 'react';
import { DateInput, type DateInputProps } from './date-input.tsx';
import { Field } from './field.tsx';

interface DateFieldProps extends Omit<DateInputProps, 'attributes'> {
  hint?: ReactNode;
  error?: string | undefined;
}

/** A field for a day, with its label, hint and error. */
export function DateField({ hint, error, ...rest }: DateFieldProps) {
  return (
    <Field label={rest.label} hint={hint} error={error}>
      {(attributes) => <DateInput {...rest} attributes={attributes} className="h-9" />}
    </Field>
  );
}
