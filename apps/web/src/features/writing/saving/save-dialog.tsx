import { readForm } from '../../../forms/read-form.ts';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';

const texts = writingTexts.save;
const noteLimit = 2_000;

interface SaveDialogProps {
  open: boolean;
  onClose: () => void;
  /** Number of the version that is made. */
  version: number;
  busy: boolean;
  error: unknown;
  onSave: (note: string) => void;
}

/** Asks what was changed, and saves the text as the next version. */
export function SaveDialog({ open, onClose, version, busy, error, onSave }: SaveDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.title(version)}>
      <DialogForm
        onSubmit={(event) => onSave(readForm(event, 'note').note.trim())}
        onCancel={onClose}
        submitLabel={texts.submit}
        busy={busy}
        error={error}
      >
        <TextAreaField label={texts.note} hint={texts.noteHint} name="note" rows={3} maxLength={noteLimit} />
      </DialogForm>
    </Dialog>
  );
}
