import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { Tabs } from '../../base/ui/layout/tabs.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { queriesQuery, tablesQuery } from '../../shared/data/data-queries.ts';
import { dataTexts } from '../../shared/data/texts.ts';
import { AskBox } from './ask-box.tsx';
import type { DataSearch } from './data-search.ts';
import { QueryForm, useQueryDraft, useRunQuery } from './query-form.tsx';
import { QueryHistory } from './query-history.tsx';
import { RecordedResult } from './recorded-result.tsx';
import { Sheet, WithoutTables } from './sheet.tsx';
import { selectAll } from './sql-text.ts';

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
  if (isEmpty) return <NoTables engagementId={engagementId} />;
  return <DataParts engagementId={engagementId} search={search} />;
}

function NoTables({ engagementId }: { engagementId: string }) {
  const { title, advice, action } = dataTexts.empty;
  const add = (
    <Link
      to="/engagements/$engagementId/attachments"
      params={{ engagementId }}
      className={buttonStyle()}
    >
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

/** The sheets with totals and charts, the editor with a result, or the recorded queries. */
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
    open({ view: 'query' });
  };
  const run = useRunQuery(engagementId, (id) => open({ query: id }));
  const show = ({ sql, title }: { sql: string; title: string }) => {
    write(sql, title);
    run.mutate({ sql, title });
  };
  const shown = view ?? (query === undefined && tables.length > 0 ? 'sheet' : 'query');
  const sheetPart = (
    <Sheet
      engagementId={engagementId}
      tables={tables}
      tableId={table}
      row={row}
      onOpen={(id) => open({ table: id })}
      onQuery={(one) => write(selectAll(one))}
    />
  );
  const queryPart = (
    <div className="flex flex-col gap-6">
      <QueryForm tables={tables} draft={draft} run={run} />
      <RecordedResult key={query} engagementId={engagementId} queryId={query} onEdit={write} />
    </div>
  );
  const historyPart = <QueryHistory engagementId={engagementId} />;
  return (
    <div className="flex flex-col gap-5">
      {tables.length > 0 && <AskBox engagementId={engagementId} onDrafted={show} />}
      <Tabs
        label={partTexts.label}
        value={shown}
        onChange={(value) => open(value === 'query' || value === 'history' ? { view: value } : {})}
        tabs={[
          { value: 'sheet', label: partTexts.table, content: sheetPart },
          { value: 'query', label: partTexts.query, content: queryPart },
          { value: 'history', label: partTexts.history, content: historyPart },
        ]}
      />
    </div>
  );
}
