import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Download, MessageSquareQuote, Pencil, Quote } from 'lucide-react';
import { useState } from 'react';
import { saveBlob } from '../../base/api/save-download.ts';
import { useSession } from '../../base/session/session.ts';
import { TimeAgo } from '../../base/ui/badges.tsx';
import { Button, copyText } from '../../base/ui/buttons.tsx';
import { Menu, MenuItem } from '../../base/ui/dialogs/menu.tsx';
import { CodeBlock } from '../../base/ui/layout/page.tsx';
import { ErrorState, Skeleton } from '../../base/ui/states.tsx';
import { showDoneToast, showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import { AuthorBadge } from '../../shared/comments/author-badge.tsx';
import { DataGrid } from '../../shared/data/data-grid.tsx';
import { type RecordedQuery, recordedQuery, rowsPerPage } from '../../shared/data/data-queries.ts';
import { citeQuery, nameQuery, RunAgain } from '../../shared/data/recorded-query.tsx';
import { dataTexts } from '../../shared/data/texts.ts';
import { ResultChart } from './result-chart.tsx';
import { writeResultCsv } from './result-formats.ts';
import { RowPages } from './row-pages.tsx';

const texts = dataTexts.result;

interface RecordedResultProps {
  engagementId: string;
  queryId: string | undefined;
  onEdit: (sql: string, title: string) => void;
}

/**
 * Shows a recorded query with its result: who ran it when, rows, chart, and what can be done with
 * it.
 */
export function RecordedResult({ engagementId, queryId, onEdit }: RecordedResultProps) {
  const { data, error, isLoadingError, refetch } = useQuery(recordedQuery(engagementId, queryId));
  if (queryId === undefined) return <p className="text-muted">{texts.none}</p>;
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <section aria-label={texts.title} className="flex min-w-0 flex-col gap-4">
      <ResultHead engagementId={engagementId} query={data} />
      {data.truncated && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {texts.truncated(data.rowCount)}
        </p>
      )}
      {data.rowCount === 0 ? (
        <p className="text-muted">{texts.empty}</p>
      ) : (
        <ResultRows key={data.id} query={data} />
      )}
      <QuerySource query={data} onEdit={onEdit} />
      {data.rowCount > 0 && <ResultChart engagementId={engagementId} query={data} />}
    </section>
  );
}

/** The rows of a result, a page at a time. */
function ResultRows({ query }: { query: RecordedQuery }) {
  const { columns, rows, rowCount } = query;
  const [page, setPage] = useState(0);
  const first = page * rowsPerPage;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <DataGrid
        caption={texts.table(nameQuery(query))}
        columns={columns}
        rows={rows.slice(first, first + rowsPerPage)}
        allRows={rows}
        className="max-h-[32rem]"
      />
      {rowCount > rowsPerPage && <RowPages rowCount={rowCount} page={page} onPage={setPage} />}
    </div>
  );
}

function ResultHead({ engagementId, query }: { engagementId: string; query: RecordedQuery }) {
  const { id, createdBy, createdAt, rowCount } = query;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 className="wrap-anywhere font-semibold text-lg">{nameQuery(query)}</h2>
        <p className="figures flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <span>{createdBy.name}</span>
          <AuthorBadge author={createdBy} />
          <TimeAgo at={createdAt} />
          <span>{dataTexts.tables.rows(rowCount)}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <RunAgain key={id} engagementId={engagementId} queryId={id} />
        <ResultActions query={query} />
      </div>
    </div>
  );
}

function QuerySource({
  query,
  onEdit,
}: {
  query: RecordedQuery;
  onEdit: RecordedResultProps['onEdit'];
}) {
  const mayRun = useSession().has('member');
  const { sql, title, resultHash } = query;
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer rounded font-medium text-sm">{texts.sql}</summary>
      <div className="flex flex-col items-start gap-3 pt-3">
        <div className="w-full">
          <CodeBlock label={texts.sql} code={sql} />
        </div>
        {mayRun && (
          <Button icon={Pencil} size="small" onClick={() => onEdit(sql, title ?? '')}>
            {texts.edit}
          </Button>
        )}
        <p className="wrap-anywhere text-muted text-sm">
          {texts.hash}: <code className="font-mono text-xs">{resultHash}</code>
          <span className="block">{texts.hashHint}</span>
        </p>
      </div>
    </details>
  );
}

/** Copies the citation of a query, as text or footnote, and saves its result as a file. */
function ResultActions({ query }: { query: RecordedQuery }) {
  const cited = citeQuery(query);
  const copy = (text: string) =>
    void copyText(text).then(() => showDoneToast(texts.copied, text), showErrorToast);
  const save = () => {
    // A byte order mark tells spreadsheets that the file is UTF-8.
    const blob = new Blob(['\uFEFF', writeResultCsv(query)], { type: 'text/csv;charset=utf-8' });
    saveBlob(blob, `query-${query.id}.csv`);
  };
  return (
    <>
      <Menu
        trigger={
          <Button icon={Quote} size="small">
            {texts.cite}
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      >
        <MenuItem icon={Quote} label={texts.copyCitation} onSelect={() => copy(cited)} />
        <MenuItem
          icon={MessageSquareQuote}
          label={texts.copyFootnote}
          onSelect={() => copy(`[^${query.id}]: ${cited}`)}
        />
      </Menu>
      <Button icon={Download} size="small" aria-label={texts.csvLabel} onClick={save}>
        {texts.csv}
      </Button>
    </>
  );
}
