import { type ReactNode, useId } from 'react';

/** Attributes that a control gets from its field. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Error to show at the control. */
  error?: string | undefined;
  /** Shown at the end of the label's row. */
  aside?: ReactNode;
  children: (attributes: ControlAttributes) => ReactNode;
}

/** A control with label, hint and error. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <div id={`${id}-hint`} className="wrap-anywhere text-muted text-sm">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
