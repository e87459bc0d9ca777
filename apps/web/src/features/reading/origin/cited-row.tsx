import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { DataGrid } from '../../../domain/data/data-grid.tsx';
import { type DataTable, tableRowsQuery, tablesQuery } from '../../../domain/data/queries.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { findCitedRow } from './find-cited-row.ts';
import { findCitedTable } from './find-cited-table.ts';
import { ReadingContext } from './reading-context.ts';

const texts = readingTexts.origin;
/** A row beyond these is not looked for: the reader opens the table instead. */
const searchedRows = 1_000;

/** Shows the cited row of a table between its neighbours, and leads to it in the table's own view. */
export function CitedRow({ citation }: { citation: NumberedCitation }) {
  const { engagementId } = useContext(ReadingContext);
  const { data: tables = [] } = useQuery(tablesQuery(engagementId));
  const table = findCitedTable(tables, citation.source);
  return table ? <RowOf table={table} citation={citation} /> : null;
}

function RowOf({ table, citation }: { table: DataTable; citation: NumberedCitation }) {
  const { engagementId } = useContext(ReadingContext);
  const { data } = useQuery(tableRowsQuery(engagementId, table.id, 0, searchedRows));
  if (!data) return null;
  const found = findCitedRow(data.rows, citation.quote ?? citation.passage ?? '');
  const at = found ?? 0;
  const from = Math.max(0, at - 1);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {found !== null && (
        <DataGrid
          caption={texts.rowOf(table.name)}
          columns={data.columns}
          rows={data.rows.slice(from, at + 2)}
          firstRow={from + 1}
          highlighted={at + 1}
          mayHoldShares={table.sheet !== null}
        />
      )}
      <Link
        to="/engagements/$engagementId/data"
        params={{ engagementId }}
        search={found === null ? { table: table.id } : { table: table.id, row: at + 1 }}
        className={`w-fit text-sm ${linkStyle}`}
      >
        {found === null ? texts.openTable : texts.openRow(at + 1)}
      </Link>
    </div>
  );
}
