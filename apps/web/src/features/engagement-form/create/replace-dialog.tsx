import type { Template } from '@ecp/contract/work/templates';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

const texts = newEngagementTexts.replace;

interface ReplaceDialogProps {
  /** Replacement for the current draft: a template, null for a blank page, undefined for none. */
  waiting: Template | null | undefined;
  onAccept: () => void;
  onDecline: () => void;
}

/** Asks before a template replaces what the user has written. */
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
