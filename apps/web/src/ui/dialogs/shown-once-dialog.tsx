import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ShownOnceDialogProps {
  title: string;
  /** Names what the secret belongs to. */
  description?: string;
  /** Label of the closing button. */
  doneLabel: string;
  onClose: () => void;
  /** A further action, before the closing button. */
  action?: ReactNode;
  /** The `ShownOnce`, and how to use the secret. */
  children: ReactNode;
}

/** Shows a secret for the only time. Only its buttons close it. */
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
