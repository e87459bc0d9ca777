import { commentLimits } from '@ecp/contract/values/limits';
import { PencilLine } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '../../../base/ui/buttons.tsx';
import { controlStyle } from '../../../base/ui/fields/fields.tsx';
import { GrowingTextArea } from '../../../shared/comments/reply-form.tsx';
import { commentTexts } from '../../../shared/comments/texts.ts';
import { WordChanges } from '../../word-changes.tsx';

const texts = commentTexts.compose;

export interface CommentDraft {
  body: string;
  suggestion: string | null;
}

interface ComposerProps {
  quote: string | null;
  /** Whether other words may be proposed for them. */
  maySuggest: boolean;
  initial?: CommentDraft | undefined;
  /** Called at each change, to keep the draft. It should render nothing. */
  onChange?: ((draft: CommentDraft) => void) | undefined;
  /** Sends the comment. If the promise fails, the composer keeps its text. */
  onSend: (comment: CommentDraft) => Promise<unknown>;
  onClose: () => void;
}

const nothing: CommentDraft = { body: '', suggestion: null };

/** Focuses the field without a jump of the page: it is beside its passage. */
const focusInPlace = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true });

/** Form for a new comment, with proposed words. Ctrl or ⌘ with Enter sends it, Escape closes it. */
export function Composer({
  quote,
  maySuggest,
  initial = nothing,
  onChange,
  onSend,
  onClose,
}: ComposerProps) {
  const [draft, setDraft] = useState(initial);
  const [isSending, setIsSending] = useState(false);
  const { body, suggestion } = draft;
  const isReady =
    !isSending && (body.trim() !== '' || (suggestion !== null && suggestion !== quote));
  const change = (next: Partial<CommentDraft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    onChange?.(changed);
  };
  const send = async () => {
    if (!isReady) return;
    setIsSending(true);
    const written = { body: body.trim() === '' ? texts.suggested : body, suggestion };
    const isSent = await onSend(written).then(
      () => true,
      () => false,
    );
    setIsSending(false);
    if (isSent) onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <form
      aria-label={quote === null ? commentTexts.commentOnAll : commentTexts.commentOn}
      onKeyDown={press}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
      className="flex flex-col gap-2"
    >
      <GrowingTextArea
        aria-label={texts.label}
        placeholder={texts.placeholder}
        ref={focusInPlace}
        rows={2}
        maxLength={commentLimits.body}
        value={body}
        onChange={({ currentTarget }) => change({ body: currentTarget.value })}
      />
      {suggestion !== null && quote !== null && (
        <Suggestion
          quote={quote}
          suggestion={suggestion}
          onChange={(words) => change({ suggestion: words })}
        />
      )}
      {maySuggest && quote !== null && (
        <Button
          icon={PencilLine}
          kind="quiet"
          size="small"
          aria-pressed={suggestion !== null}
          className="-ml-1.5 self-start aria-pressed:text-accent-text"
          onClick={() => change({ suggestion: suggestion === null ? quote : null })}
        >
          {texts.suggest}
        </Button>
      )}
      <div className="flex items-center justify-end gap-1">
        <Button kind="quiet" size="small" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" kind="primary" size="small" busy={isSending} disabled={!isReady}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

interface SuggestionProps {
  quote: string;
  suggestion: string;
  onChange: (words: string) => void;
}

function Suggestion({ quote, suggestion, onChange }: SuggestionProps) {
  return (
    <>
      <GrowingTextArea
        aria-label={texts.suggestion}
        rows={2}
        maxLength={commentLimits.quote}
        value={suggestion}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={controlStyle}
      />
      {suggestion.trim() === '' ? (
        <p className="text-muted text-sm">{texts.removal}</p>
      ) : (
        suggestion !== quote && <WordChanges before={quote} after={suggestion} />
      )}
    </>
  );
}
