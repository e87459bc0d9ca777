import { isApiError } from '@ecp/sdk/create-client';
import { readForm } from '../../../forms/read-form.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import type { ReviewFlow } from '../use-review-flow.ts';

const texts = reviewTexts.openCitations;
const longestReason = 2_000;

interface OverrideDialogProps {
  open: boolean;
  flow: ReviewFlow;
  onClose: () => void;
}

/** Asks for the reason of an approval in spite of open citations. */
export function OverrideDialog({ open, flow, onClose }: OverrideDialogProps) {
  // The notice below the dialog already says that citations are open.
  const error = isApiError(flow.error, 'citations_open') ? null : flow.error;
  return (
    <Dialog open={open} onClose={onClose} title={texts.dialog} description={texts.dialogAdvice}>
      <DialogForm
        onSubmit={(event) => flow.override(readForm(event, 'reason').reason)}
        onCancel={onClose}
        submitLabel={texts.confirm}
        busy={flow.isSending}
        error={error}
      >
        <TextAreaField label={texts.reason} name="reason" required maxLength={longestReason} rows={3} />
      </DialogForm>
    </Dialog>
  );
}
