import { readForm } from '../../forms/read-form.ts';
import { commonTexts } from '../../texts/en/common.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import type { SharedDocument } from './portal-client.ts';
import { useAnswer } from './use-answer.ts';
import { VisitorField } from './visitor-field.tsx';

export type PortalAction = 'approve' | 'reject';

interface AnswerDialogProps {
  token: string;
  document: SharedDocument;
  action: PortalAction;
  onClose: () => void;
}

const { decision } = portalTexts;

/** Asks for the client's name and note before an answer is recorded. */
export function AnswerDialog({ token, document, action, onClose }: AnswerDialogProps) {
  const answer = useAnswer(token, document, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={decision.confirmTitle[action](document.version)}
      description={decision.lead[action]}
    >
      <form onSubmit={(event) => answer.mutate({ action, ...readForm(event, 'author', 'notes') })}>
        <div className="flex flex-col gap-4">
          <VisitorField />
          <TextAreaField
            label={decision.note[action]}
            hint={decision.noteHint[action]}
            name="notes"
            rows={4}
            maxLength={20_000}
          />
          <FormError error={answer.error} />
        </div>
        <DialogActions>
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button type="submit" kind={action === 'approve' ? 'primary' : 'danger'} busy={answer.isPending}>
            {decision[action]}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
