import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { tablesQuery } from '../../domain/data/queries.ts';
import { dataTexts } from '../../texts/en/data.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import type { DataSearch } from './data-search.ts';
import { QueryForm } from './editor/query-form.tsx';
import { useQueryDraft } from './editor/use-query-draft.ts';
import { QueryHistory } from './history/query-history.tsx';
import { RecordedResult } from './result/recorded-result.tsx';
import { selectAll } from './select-all.ts';
import { TableList } from './tables/table-list.tsx';
import { TablePreview } from './tables/table-preview.tsx';

const texts = dataTexts.parts;

/** The list of tables beside the editor with the result, the rows of a table, or the recorded queries. */
export function DataParts({ engagementId, search }: { engagementId: string; search: DataSearch }) {
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
          label={texts.label}
          value={shown}
          onChange={(value) => open(value === 'table' || value === 'history' ? { view: value } : {})}
          tabs={[
            { value: 'query', label: texts.query, content: queryPart },
            { value: 'table', label: texts.table, content: tablePart },
            { value: 'history', label: texts.history, content: historyPart },
          ]}
        />
      </div>
    </div>
  );
}
