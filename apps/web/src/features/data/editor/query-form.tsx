import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { callOnce } from '../../../api/call-once.ts';
import { api } from '../../../api/client.ts';
import { type DataTable, queriesQuery, recordedQuery } from '../../../domain/data/queries.ts';
import { useSession } from '../../../session/session.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { modifierKey } from '../../../ui/keys/modifier-key.ts';
import { SqlField } from './sql-field.tsx';
import type { QueryDraft } from './use-query-draft.ts';

const texts = dataTexts.editor;
const limits = { sql: 20_000, title: 200 };
/** The service ends a query after 10 s, but it may wait for a free place before (contract 10). */
const timeoutMs = 90_000;

interface QueryFormProps {
  engagementId: string;
  tables: readonly DataTable[];
  draft: { value: QueryDraft; change: (draft: QueryDraft) => void };
  /** Called with the id of the recorded query. */
  onDone: (queryId: string) => void;
}

/** Writes a query, runs it by button or Ctrl or ⌘ with Enter, and says beside it why it was refused. */
export function QueryForm({ engagementId, tables, draft, onDone }: QueryFormProps) {
  const mayRun = useSession().has('member');
  const queryClient = useQueryClient();
  const run = useMutation({
    meta: { showsError: true },
    mutationFn({ sql, title }: QueryDraft) {
      const body = { id: engagementId, sql, title: title.trim() || null };
      return callOnce(['createQuery', body], (options) => api.createQuery(body, { ...options, timeoutMs }));
    },
    onSuccess(recorded) {
      queryClient.setQueryData(recordedQuery(engagementId, recorded.id).queryKey, recorded);
      void queryClient.invalidateQueries({ queryKey: queriesQuery(engagementId).queryKey });
      onDone(recorded.id);
    },
  });
  if (!mayRun) return <p className="rounded-lg bg-sunken px-3 py-2 text-muted">{texts.viewer}</p>;
  const { sql, title } = draft.value;
  const isReady = sql.trim() !== '' && !run.isPending;
  const start = (text: string) => text.trim() !== '' && !run.isPending && run.mutate({ sql: text, title });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start(sql);
      }}
      className="flex flex-col gap-3"
    >
      <SqlField
        value={sql}
        maxLength={limits.sql}
        hint={texts.hint(modifierKey)}
        tables={tables}
        onChange={(next) => draft.change({ ...draft.value, sql: next })}
        onRun={start}
      />
      <Refusal error={run.error} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <TextField
            label={texts.title}
            placeholder={texts.titlePlaceholder}
            maxLength={limits.title}
            value={title}
            onChange={({ currentTarget }) => draft.change({ ...draft.value, title: currentTarget.value })}
          />
        </div>
        <Button type="submit" kind="primary" busy={run.isPending} disabled={!isReady}>
          {!run.isPending && <Play aria-hidden className="size-4" />}
          {texts.run}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {run.isPending ? texts.running : run.data ? texts.done(run.data.rowCount) : ''}
      </span>
    </form>
  );
}

/** Shows what the parser or the database said, word by word: it names the place of the mistake. */
function Refusal({ error }: { error: unknown }) {
  if (!isApiError(error, 'query_refused', 'query_failed')) return <FormError error={error} />;
  return (
    <div role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      <p className="font-medium">{error.code === 'query_refused' ? texts.refused : texts.failed}</p>
      <pre className="whitespace-pre-wrap font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
        {error.message}
      </pre>
    </div>
  );
}
