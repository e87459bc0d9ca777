import type { FormEventHandler, ReactNode } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../buttons/button.tsx';
import type { ButtonKind } from '../buttons/button-style.ts';
import { FormError } from '../fields/form-error.tsx';
import { DialogActions } from './dialog.tsx';

interface DialogFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>;
  onCancel: () => void;
  submitLabel: string;
  /** Kind of the submit button. */
  kind?: ButtonKind;
  busy: boolean;
  error: unknown;
  /** The fields. */
  children: ReactNode;
}

/** The form of a dialog: fields, error, and the buttons to cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, onCancel, submitLabel, kind = 'primary', busy, error, children } = props;
  return (
    <form onSubmit={onSubmit}>
      <div className="flex flex-col gap-4">
        {children}
        <FormError error={error} />
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{commonTexts.cancel}</Button>
        <Button type="submit" kind={kind} busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
