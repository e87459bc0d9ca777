import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, CopyButton } from '../buttons.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ShownOnceDialogProps {
  title: string;
  /** Names what the secret belongs to. */
  description?: string;
  doneLabel: string;
  onClose: () => void;
  action?: ReactNode;
  children: ReactNode;
}

/** Shows a secret for the only time. Only its buttons close it. */
export function ShownOnceDialog({
  title,
  description,
  doneLabel,
  onClose,
  action,
  children,
}: ShownOnceDialogProps) {
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

interface ShownOnceProps {
  /** The kind of secret, such as “API key”. */
  label: string;
  secret: string;
  copyLabel: string;
  /** Warns that the secret cannot be shown again, and says what to do with it. */
  warning: string;
}

/** Shows a secret that only this response contains. */
export function ShownOnce({ label, secret, copyLabel, warning }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2.5 rounded-lg bg-warn-soft px-3 py-2 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p>{warning}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-sunken p-2 pl-3">
        <output
          aria-label={label}
          className="min-w-0 flex-1 select-all break-all font-mono text-sm"
        >
          {secret}
        </output>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </div>
  );
}
