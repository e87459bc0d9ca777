import { readForm } from '../../../forms/read-form.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import type { SharedDocument } from '../portal-client.ts';
import { VisitorNote } from '../visitor-note.tsx';
import { useClientReview } from './use-client-review.ts';

export type PortalAction = 'approve' | 'reject';

interface ClientReviewDialogProps {
  document: SharedDocument;
  action: PortalAction;
  onClose: () => void;
}

const { decision } = portalTexts;

/** Asks for notes before a decision is recorded. */
export function ClientReviewDialog({ document, action, onClose }: ClientReviewDialogProps) {
  const answer = useClientReview(document, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={decision.confirmTitle[action](document.title)}
      description={decision.lead[action]}
    >
      <DialogForm
        onSubmit={(event) => answer.mutate({ action, ...readForm(event, 'notes') })}
        onCancel={onClose}
        submitLabel={decision.send[action]}
        busy={answer.isPending}
        error={answer.error}
      >
        <VisitorNote />
        <TextAreaField
          label={decision.note[action]}
          hint={decision.noteHint[action]}
          name="notes"
          required={action === 'reject'}
          rows={4}
          maxLength={20_000}
          // Below 16 px phones zoom in when the field gets the focus.
          className="text-lg"
        />
      </DialogForm>
    </Dialog>
  );
}
