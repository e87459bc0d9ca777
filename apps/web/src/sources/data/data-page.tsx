import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { History, Table2 } from 'lucide-react';
import { AuthorBadge } from '../../comments/author-badge.tsx';
import { type QueryListItem, queriesQuery, tablesQuery } from '../../data/data-queries.ts';
import { nameQuery, RunAgain } from '../../data/recorded-query.tsx';
import { dataTexts } from '../../data/texts.ts';
import { Badge, TimeAgo } from '../../ui/badges.tsx';
import { buttonStyle } from '../../ui/buttons.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import type { DataSearch } from './data-search.ts';
import { QueryForm, useQueryDraft } from './query-form.tsx';
import { RecordedResult } from './recorded-result.tsx';
import { selectAll } from './sql-text.ts';
import { TableList, TablePreview, WithoutTables } from './tables.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/data');

export function DataPage() {
  const { engagementId } = route.useParams();
  const search = route.useSearch();
  const tables = useQuery(tablesQuery(engagementId));
  const queries = useQuery(queriesQuery(engagementId));
  const failed = [tables, queries].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!tables.data || !queries.data) return <SkeletonRows rows={4} className="h-28 w-full" />;
  const isEmpty = tables.data.length === 0 && queries.data.length === 0;
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-3xl text-muted">{dataTexts.description}</p>
      {isEmpty ? <NoTables engagementId={engagementId} /> : <DataParts engagementId={engagementId} search={search} />}
    </div>
  );
}

function NoTables({ engagementId }: { engagementId: string }) {
  const { title, advice, action } = dataTexts.empty;
  const add = (
    <Link to="/engagements/$engagementId/attachments" params={{ engagementId }} className={buttonStyle()}>
      {action}
    </Link>
  );
  return (
    <>
      <EmptyState icon={Table2} title={title} action={add}>
        {advice}
      </EmptyState>
      <WithoutTables engagementId={engagementId} />
    </>
  );
}

const partTexts = dataTexts.parts;

/** The list of tables beside the editor with the result, the rows of a table, or the recorded queries. */
function DataParts({ engagementId, search }: { engagementId: string; search: DataSearch }) {
  const { data: tables = [] } = useQuery(tablesQuery(engagementId));
  const { view, table, row, query } = search;
  const navigate = useNavigate();
  const open = (next: DataSearch) =>
    void navigate({
      to: '/engagements/$engagementId/data',
      params: { engagementId },
      search: next,
      resetScroll: false,
    });
  const draft = useQueryDraft(engagementId);
  const write = (sql: string, title = '') => {
    draft.change({ sql, title });
    open({});
  };
  const shown = view ?? (table === undefined ? 'query' : 'table');
  const queryPart = (
    <div className="flex flex-col gap-6">
      <QueryForm engagementId={engagementId} tables={tables} draft={draft} onDone={(id) => open({ query: id })} />
      <RecordedResult key={query} engagementId={engagementId} queryId={query} onEdit={write} />
    </div>
  );
  const tablePart = (
    <TablePreview key={`${table} ${row}`} engagementId={engagementId} tables={tables} tableId={table} row={row} />
  );
  const historyPart = <QueryHistory engagementId={engagementId} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <TableList
        engagementId={engagementId}
        tables={tables}
        shown={shown === 'table' ? table : undefined}
        onQuery={(one) => write(selectAll(one))}
      />
      <div className="min-w-0">
        <Tabs
          label={partTexts.label}
          value={shown}
          onChange={(value) => open(value === 'table' || value === 'history' ? { view: value } : {})}
          tabs={[
            { value: 'query', label: partTexts.query, content: queryPart },
            { value: 'table', label: partTexts.table, content: tablePart },
            { value: 'history', label: partTexts.history, content: historyPart },
          ]}
        />
      </div>
    </div>
  );
}

const historyTexts = dataTexts.history;

function QueryHistory({ engagementId }: { engagementId: string }) {
  const { data: queries = [] } = useQuery(queriesQuery(engagementId));
  if (queries.length === 0) {
    return (
      <EmptyState icon={History} title={historyTexts.none.title}>
        {historyTexts.none.advice}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={historyTexts.label} className="divide-y rounded-xl border bg-surface">
      {queries.map((query) => (
        <HistoryItem key={query.id} engagementId={engagementId} query={query} />
      ))}
    </ul>
  );
}

function HistoryItem({ engagementId, query }: { engagementId: string; query: QueryListItem }) {
  const { id, createdBy, createdAt, rowCount, truncated } = query;
  const name = nameQuery(query);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <Link
          to="/engagements/$engagementId/data"
          params={{ engagementId }}
          search={{ query: id }}
          resetScroll={false}
          className="wrap-anywhere line-clamp-2 rounded font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="figures flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <span>{createdBy.name}</span>
          <AuthorBadge author={createdBy} />
          <TimeAgo at={createdAt} />
          <span>{dataTexts.tables.rows(rowCount)}</span>
          {truncated && <Badge tone="warn">{historyTexts.truncated}</Badge>}
        </p>
      </div>
      <RunAgain engagementId={engagementId} queryId={id} />
    </li>
  );
}
