import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import { modelsQuery } from '../../base/api/firm-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { dataTexts } from '../../shared/data/texts.ts';

const texts = dataTexts.ask;
const maxLength = 1_000;
/** A model takes its time, and the service waits two minutes for it. */
const timeoutMs = 150_000;

interface AskBoxProps {
  engagementId: string;
  /** Called with the statement for the question, to be run and shown. */
  onDrafted: (draft: { sql: string; title: string }) => void;
}

/**
 * Takes a question in plain words, for which a model writes the query. Says why there is no box
 * without a model.
 */
export function AskBox({ engagementId, onDrafted }: AskBoxProps) {
  const mayAsk = useSession().has('member');
  const { data: models } = useQuery(modelsQuery);
  const [question, setQuestion] = useState('');
  /**
   * The number of answers to each question so far. Whoever asks a question again wants another
   * statement.
   */
  const [answers, setAnswers] = useState<Readonly<Record<string, number>>>({});
  const draft = useMutation({
    meta: { showsError: true },
    mutationFn(asked: string) {
      const body = { id: engagementId, question: asked, attempt: (answers[asked] ?? 0) + 1 };
      return callOnce(['draftQuery', body], (options) =>
        api.draftQuery(body, { ...options, timeoutMs }),
      );
    },
    onSuccess: ({ sql }, asked) => {
      setAnswers((known) => ({ ...known, [asked]: (known[asked] ?? 0) + 1 }));
      if (sql !== null) onDrafted({ sql, title: asked });
    },
  });
  if (!mayAsk || !models) return null;
  if (!models.connected) {
    return (
      <p className="text-muted text-sm">
        {texts.noModel}{' '}
        <Link to="/settings/models" className={linkStyle}>
          {texts.connect}
        </Link>
      </p>
    );
  }
  const asked = question.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (asked !== '' && !draft.isPending) draft.mutate(asked);
      }}
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <TextField
            label={texts.label}
            placeholder={texts.placeholder}
            maxLength={maxLength}
            value={question}
            onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
        </div>
        <Button
          icon={Sparkles}
          type="submit"
          kind="primary"
          busy={draft.isPending}
          disabled={asked === ''}
        >
          {texts.button}
        </Button>
      </div>
      <p role="status" className="text-muted text-sm">
        {draft.isPending ? texts.writing : (draft.data?.note ?? texts.hint)}
      </p>
      <FormError error={draft.error} />
    </form>
  );
}
