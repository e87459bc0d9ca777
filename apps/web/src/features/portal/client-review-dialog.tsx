import { readForm } from '../../forms/read-form.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import type { SharedDocument } from './portal-client.ts';
import { useClientReview } from './use-client-review.ts';
import { VisitorField } from './visitor-field.tsx';

export type PortalAction = 'approve' | 'reject';

interface AnswerDialogProps {
  token: string;
  document: SharedDocument;
  action: PortalAction;
  onClose: () => void;
}

const { decision } = portalTexts;

/** Asks for the client's name and notes before a review is recorded. */
export function ClientReviewDialog({ token, document, action, onClose }: AnswerDialogProps) {
  const answer = useClientReview(token, document, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={decision.confirmTitle[action](document.version)}
      description={decision.lead[action]}
    >
      <DialogForm
        onSubmit={(event) => answer.mutate({ action, ...readForm(event, 'author', 'notes') })}
        onCancel={onClose}
        submitLabel={decision[action]}
        kind={action === 'approve' ? 'primary' : 'danger'}
        busy={answer.isPending}
        error={answer.error}
      >
        <VisitorField />
        <TextAreaField
          label={decision.note[action]}
          hint={decision.noteHint[action]}
          name="notes"
          rows={4}
          maxLength={20_000}
        />
      </DialogForm>
    </Dialog>
  );
}
