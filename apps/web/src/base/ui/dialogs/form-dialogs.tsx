import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import { commonTexts } from '../../texts/common.ts';
import { Button, type ButtonKind } from '../buttons.tsx';
import { FormError, TextField } from '../fields/fields.tsx';
import { focusFirstProblem } from '../forms.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

/** The part of a mutation that its dialog shows. */
export interface DialogAction {
  isPending: boolean;
  error: unknown;
}

interface DialogFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>;
  onCancel: () => void;
  submitLabel: string;
  kind?: ButtonKind;
  action: DialogAction;
  children: ReactNode;
}

/**
 * The form of a dialog: fields, error, and the buttons to cancel and submit. What is wrong comes
 * into view.
 */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, onCancel, submitLabel, kind = 'primary', action, children } = props;
  const { isPending, error } = action;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isPending) focusFirstProblem(form);
  }, [isPending]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        onSubmit(event);
        focusFirstProblem(form);
      }}
    >
      <div className="flex flex-col gap-4">
        {children}
        {!!error && (
          <div data-wrong>
            <FormError error={error} />
          </div>
        )}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{commonTexts.cancel}</Button>
        <Button type="submit" kind={kind} busy={isPending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Explains what is lost or what the action costs. */
  children: ReactNode;
  confirmLabel: string;
  /** Kind of the confirming button; `primary` if nothing is destroyed. */
  kind?: ButtonKind;
  onConfirm: () => void;
  action?: DialogAction;
  /** A text to type before an action that cannot be undone. */
  typed?: string | undefined;
}

/** Asks for confirmation before an action that has a cost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    confirmLabel,
    kind = 'danger',
    onConfirm,
    action,
    typed,
  } = props;
  const [text, setText] = useState('');
  const refused = typed !== undefined && text !== typed;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="flex flex-col gap-4">
        <div className="text-muted">{children}</div>
        {typed !== undefined && (
          <TextField
            label={commonTexts.typeToConfirm(typed)}
            value={text}
            autoComplete="off"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <FormError error={action?.error} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{commonTexts.cancel}</Button>
        <Button kind={kind} busy={action?.isPending} disabled={refused} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
