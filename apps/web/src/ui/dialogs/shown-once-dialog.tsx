import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ShownOnceDialogProps {
  title: string;
  /** What the secret belongs to. */
  description?: string;
  /** On the button that closes it. */
  doneLabel: string;
  onClose: () => void;
  /** What else can be done with it, before the button that closes it. */
  action?: ReactNode;
  /** The `ShownOnce`, and how it is used. */
  children: ReactNode;
}

/** Shows a secret this once; only its buttons close it. */
export function ShownOnceDialog({ title, description, doneLabel, onClose, action, children }: ShownOnceDialogProps) {
  return (
    <Dialog
      open
      sticky
      onClose={onClose}
      title={title}
      description={description && <span className="[overflow-wrap:anywhere]">{description}</span>}
    >
      <div className="flex flex-col gap-4">{children}</div>
      <DialogActions>
        {action}
        <Button kind="primary" onClick={onClose}>
          {doneLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
