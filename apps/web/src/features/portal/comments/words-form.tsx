import { commentLimits } from '@ecp/contract/work/comments';
import { readForm } from '../../../forms/read-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { usePortal } from '../portal-context.ts';
import { VisitorNote } from '../visitor-note.tsx';
import { keepWords, useKeptWords } from './kept-words.ts';
import { type PortalWords, usePortalWords } from './use-portal-words.ts';

interface WordsFormProps {
  /** The comment or reply without its words. */
  about: Omit<PortalWords, 'body'>;
  label: string;
  placeholder: string;
  send: string;
  /** Offers a way out of the form, which forgets the words. */
  cancel?: { label: string; onCancel: () => void };
  onSent?: () => void;
  /** Puts the focus into the field, as after a choice of words on the page. */
  focuses?: boolean;
}

const focusInPlace = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true });

/** A field for a client's words. It keeps them until they are recorded, even while it is closed. */
export function WordsForm({ about, label, placeholder, send, cancel, onSent, focuses = false }: WordsFormProps) {
  const { token } = usePortal();
  const body = useKeptWords(token, about);
  const words = usePortalWords();
  const write = (text: string) => keepWords(token, about, text);
  return (
    <form
      onSubmit={(event) => words.mutate({ ...about, ...readForm(event, 'body') }, { onSuccess: () => onSent?.() })}
      className="flex flex-col gap-3"
    >
      <VisitorNote />
      <TextAreaField
        label={label}
        name="body"
        ref={focuses ? focusInPlace : undefined}
        required
        rows={3}
        maxLength={commentLimits.body}
        // Read-only while sending, because a successful response clears the field.
        readOnly={words.isPending}
        placeholder={placeholder}
        value={body}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        // Below 16 px phones zoom in when the field gets the focus.
        className="max-lg:text-lg"
      />
      <FormError error={words.error} />
      <div className="flex justify-end gap-2">
        {cancel && (
          <Button
            kind="quiet"
            onClick={() => {
              write('');
              cancel.onCancel();
            }}
          >
            {cancel.label}
          </Button>
        )}
        <Button type="submit" busy={words.isPending}>
          {send}
        </Button>
      </div>
    </form>
  );
}
