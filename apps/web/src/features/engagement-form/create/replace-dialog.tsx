import type { Template } from '@ecp/contract/work/templates';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

const texts = newEngagementTexts.replace;

interface ReplaceDialogProps {
  /** What shall take the place of what is written: a template, null for a blank page, undefined for nothing. */
  waiting: Template | null | undefined;
  onAccept: () => void;
  onDecline: () => void;
}

/** Asks before a template takes the place of what somebody has written. */
export function ReplaceDialog({ waiting, onAccept, onDecline }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      open={waiting !== undefined}
      onClose={onDecline}
      title={texts.title}
      confirmLabel={texts.confirm}
      onConfirm={onAccept}
    >
      {waiting ? texts.advice(waiting.name) : texts.scratch}
    </ConfirmDialog>
  );
}
