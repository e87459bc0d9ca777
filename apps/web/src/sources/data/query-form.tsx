import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { useSession } from '../../base/session/session.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { defer } from '../../base/ui/defer.ts';
import { controlStyle, FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { modifierKey } from '../../base/ui/keys.tsx';
import { type DataTable, queriesQuery, recordedQuery } from '../../shared/data/data-queries.ts';
import { dataTexts } from '../../shared/data/texts.ts';

const texts = dataTexts.editor;
const limits = { sql: 20_000, title: 200 };
/** The service ends a query after 10 s, but it may wait for a free place before. */
const timeoutMs = 90_000;

interface QueryFormProps {
  tables: readonly DataTable[];
  draft: { value: QueryDraft; change: (draft: QueryDraft) => void };
  run: ReturnType<typeof useRunQuery>;
}

/** Runs and records a query, and shows it with its result. */
export function useRunQuery(engagementId: string, onDone: (queryId: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn({ sql, title }: QueryDraft) {
      const body = { id: engagementId, sql, title: title.trim().slice(0, limits.title) || null };
      return callOnce(['createQuery', body], (options) =>
        api.createQuery(body, { ...options, timeoutMs }),
      );
    },
    onSuccess(recorded) {
      queryClient.setQueryData(recordedQuery(engagementId, recorded.id).queryKey, recorded);
      void queryClient.invalidateQueries({ queryKey: queriesQuery(engagementId).queryKey });
      onDone(recorded.id);
    },
  });
}

/**
 * Writes a query, runs it by button or Ctrl or ⌘ with Enter, and says beside it why it was refused.
 */
export function QueryForm({ tables, draft, run }: QueryFormProps) {
  const mayRun = useSession().has('member');
  if (!mayRun) return <p className="rounded-lg bg-sunken px-3 py-2 text-muted">{texts.viewer}</p>;
  const { sql, title } = draft.value;
  const isReady = sql.trim() !== '' && !run.isPending;
  const start = (text: string) =>
    text.trim() !== '' && !run.isPending && run.mutate({ sql: text, title });
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
        hint={texts.hint(modifierKey())}
        tables={tables}
        onChange={(next) => draft.change({ ...draft.value, sql: next })}
        onRun={start}
      />
      <FormError error={run.error} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <TextField
            label={texts.title}
            placeholder={texts.titlePlaceholder}
            maxLength={limits.title}
            value={title}
            onChange={({ currentTarget }) =>
              draft.change({ ...draft.value, title: currentTarget.value })
            }
          />
        </div>
        <Button icon={Play} type="submit" kind="primary" busy={run.isPending} disabled={!isReady}>
          {texts.run}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {run.isPending ? texts.running : run.data ? texts.done(run.data.rowCount) : ''}
      </span>
    </form>
  );
}

const editor = defer(() => import('./sql-editor.tsx'));

interface SqlFieldProps {
  value: string;
  maxLength: number;
  hint: string;
  tables: readonly DataTable[];
  onChange: (sql: string) => void;
  onRun: (sql: string) => void;
}

/**
 * A field for SQL: a plain text area until somebody points at it or focuses it, when the editor
 * loads and takes over.
 */
function SqlField({ value, maxLength, hint, tables, onChange, onRun }: SqlFieldProps) {
  const id = useId();
  const plain = useRef<HTMLTextAreaElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [isComposing, setIsComposing] = useState(false);
  const [isTakenOver, setIsTakenOver] = useState(false);
  const parts = editor.useModule(isWanted);
  const want = () => setIsWanted(true);
  return (
    <div className="flex flex-col gap-1.5">
      {isTakenOver ? (
        <span className="font-medium">{texts.label}</span>
      ) : (
        <label htmlFor={id} className="font-medium">
          {texts.label}
        </label>
      )}
      {!isTakenOver && (
        <textarea
          ref={plain}
          id={id}
          aria-describedby={`${id}-hint`}
          rows={7}
          spellCheck={false}
          autoCapitalize="off"
          maxLength={maxLength}
          placeholder={texts.placeholder}
          value={value}
          onPointerEnter={want}
          onFocus={want}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) onRun(currentTarget.value);
          }}
          className={classNames(controlStyle, 'h-44 resize-y py-2.5 font-mono text-sm leading-6')}
        />
      )}
      {parts && (isTakenOver || !isComposing) && (
        <parts.SqlEditor
          plain={plain}
          value={value}
          maxLength={maxLength}
          hint={hint}
          tables={tables}
          onChange={onChange}
          onRun={onRun}
          onReady={() => setIsTakenOver(true)}
        />
      )}
      <p id={`${id}-hint`} className="text-muted text-sm">
        {hint}
      </p>
    </div>
  );
}

/** A query that has not run yet. */
interface QueryDraft {
  sql: string;
  title: string;
}

function readDraft(text: string): QueryDraft | null {
  const kept: unknown = JSON.parse(text);
  const isDraft = typeof kept === 'object' && kept !== null && 'sql' in kept && 'title' in kept;
  return isDraft && typeof kept.sql === 'string' && typeof kept.title === 'string'
    ? { sql: kept.sql, title: kept.title }
    : null;
}

/** The query that somebody is writing in this tab. A reload keeps it. */
export const useQueryDraft = (engagementId: string) =>
  usePersistedState(`query ${engagementId}`, readDraft, () => ({ sql: '', title: '' }));
