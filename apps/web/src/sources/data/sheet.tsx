import type { NumberStyle } from '@ecp/language/number-style';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { labelled, listed } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { Button } from '../../base/ui/buttons.tsx';
import { SelectField } from '../../base/ui/fields/select.tsx';
import { ErrorState, Skeleton } from '../../base/ui/states.tsx';
import { DataGrid, formatCell, formatMean } from '../../shared/data/data-grid.tsx';
import {
  type DataTable,
  rowsPerPage,
  type TableSummary,
  tableRowsQuery,
  tableSummaryQuery,
  withoutTableQuery,
} from '../../shared/data/data-queries.ts';
import { dataTexts } from '../../shared/data/texts.ts';
import { titleOfTable } from './chart-title.ts';
import { DrawnChart, PngButton, tableDrawing } from './drawings.tsx';
import { InsertButton } from './insert-dialog.tsx';
import { useRunQuery } from './query-form.tsx';
import { describeRemark } from './remark-texts.ts';
import { writeChartBlock } from './result-formats.ts';
import { RowPages } from './row-pages.tsx';
import { writeTableBlock } from './write-table-block.ts';

const texts = dataTexts.tables;
const sheetTexts = dataTexts.sheet;

interface SheetProps {
  engagementId: string;
  tables: readonly DataTable[];
  /** The first table without one. */
  tableId: string | undefined;
  /** Number of the row to highlight, from 1. Its page opens first. */
  row: number | undefined;
  onOpen: (tableId: string) => void;
  onQuery: (table: DataTable) => void;
}

/** A table as a sheet with its totals, and the chart that fits it. */
export function Sheet({ engagementId, tables, tableId, row, onOpen, onQuery }: SheetProps) {
  const mayRun = useSession().has('member');
  const table = tableId === undefined ? tables[0] : tables.find(({ id }) => id === tableId);
  const options = tables.map((one) => ({ value: one.id, label: nameTable(one) }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        {tables.length > 1 ? (
          <div className="min-w-0 max-w-xl flex-1 max-sm:basis-full">
            <SelectField
              label={sheetTexts.choose}
              value={table?.id ?? ''}
              options={options}
              onChange={onOpen}
            />
          </div>
        ) : (
          <h2 className="wrap-anywhere min-w-0 font-semibold text-lg">
            {table && nameTable(table)}
          </h2>
        )}
        {table && mayRun && (
          <Button
            size="small"
            aria-label={texts.queryLabel(table.name)}
            onClick={() => onQuery(table)}
          >
            {texts.query}
          </Button>
        )}
      </div>
      {table ? (
        <TableSheet
          key={`${table.id} ${row}`}
          engagementId={engagementId}
          table={table}
          row={row}
        />
      ) : (
        <p className="text-muted">{dataTexts.preview.missing}</p>
      )}
      <WithoutTables engagementId={engagementId} />
    </div>
  );
}

const nameTable = ({ filename, sheet }: DataTable) => [filename, sheet].filter(Boolean).join(' · ');

function TableSheet({
  engagementId,
  table,
  row,
}: {
  engagementId: string;
  table: DataTable;
  row: number | undefined;
}) {
  const summary = useQuery(tableSummaryQuery(engagementId, table.id));
  const { name, hidden, columns, rowCount } = table;
  return (
    <>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <span>{listed([texts.rows(rowCount), texts.columns(columns.length)])}</span>
        <span>
          {sheetTexts.name} <code className="font-mono text-ink">{name}</code>
        </span>
        {hidden && (
          <span title={texts.hiddenHint}>
            <Badge tone="warn">
              <EyeOff aria-hidden className="size-3.5" />
              {texts.hidden}
            </Badge>
          </span>
        )}
      </p>
      <TableNotes table={table} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <Rows engagementId={engagementId} table={table} row={row} summary={summary.data} />
        <SheetChart
          engagementId={engagementId}
          table={table}
          summary={summary.data}
          isFailed={summary.isError}
        />
      </div>
    </>
  );
}

interface SheetChartProps {
  engagementId: string;
  table: DataTable;
  summary: TableSummary | undefined;
  isFailed: boolean;
}

function SheetChart({ engagementId, table, summary, isFailed }: SheetChartProps) {
  const record = useRunQuery(engagementId, () => undefined);
  if (isFailed) return <p className="text-muted text-sm">{sheetTexts.noSummary}</p>;
  if (!summary) return <Skeleton className="aspect-16/9 w-full" />;
  const { chart } = summary;
  if (chart === null) return <p className="text-muted text-sm">{sheetTexts.noChart}</p>;
  const title = titleOfTable(table, chart);
  const write = async (form: 'chart' | 'table', style: NumberStyle) => {
    const query = await record.mutateAsync({ sql: chart.sql, title });
    const { type, x, y, unit } = chart;
    return form === 'chart'
      ? writeChartBlock({ query: query.id, type, x, y: [y], title, unit })
      : writeTableBlock(query, style);
  };
  const drawing = tableDrawing(engagementId, table.id, title);
  return (
    <section aria-label={dataTexts.chart.title} className="flex min-w-0 flex-col gap-2">
      <DrawnChart drawing={drawing} />
      <div className="flex flex-wrap gap-2">
        <PngButton drawing={drawing} />
        <InsertButton engagementId={engagementId} forms={['chart', 'table']} write={write} />
      </div>
    </section>
  );
}

const previewTexts = dataTexts.preview;

interface RowsProps {
  engagementId: string;
  table: DataTable;
  row: number | undefined;
  summary: TableSummary | undefined;
}

function Rows({ engagementId, table, row, summary }: RowsProps) {
  const lastPage = Math.max(0, Math.ceil(table.rowCount / rowsPerPage) - 1);
  const [page, setPage] = useState(
    row === undefined ? 0 : Math.min(lastPage, Math.floor((row - 1) / rowsPerPage)),
  );
  const offset = page * rowsPerPage;
  const rows = useQuery(tableRowsQuery(engagementId, table.id, offset));
  const box = useScrollToCurrent(rows.data !== undefined);
  if (rows.isLoadingError)
    return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />;
  return (
    <div ref={box} className="flex min-w-0 flex-col gap-2">
      {rows.data ? (
        <DataGrid
          caption={previewTexts.label(table.name)}
          columns={rows.data.columns}
          rows={rows.data.rows}
          firstRow={offset + 1}
          highlighted={row}
          mayHoldShares={table.sheet !== null}
          hints={table.columns.map(({ sqlName }) => sqlName)}
          totals={summary && listTotals(summary)}
          className="max-h-[65dvh]"
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
      <RowPages rowCount={table.rowCount} page={page} onPage={setPage} />
    </div>
  );
}

const plain = { isShare: false };

/**
 * The rows below the sheet: sums and means of numbers, first and last days, and how many cells are
 * filled.
 */
function listTotals({ columns, rowCount }: TableSummary) {
  const sums = columns.map(({ type, sum, min, max, filled }) => {
    if (sum !== null) return formatCell(sum, plain);
    if (type === 'date' && min !== null)
      return sheetTexts.range(formatCell(min, plain), formatCell(max, plain));
    return filled === rowCount ? '' : sheetTexts.filled(filled);
  });
  const means = columns.map(({ mean }) => (mean === null ? '' : formatMean(mean)));
  const rows = [
    { label: sheetTexts.sum, cells: sums },
    { label: sheetTexts.mean, cells: means },
  ];
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function useScrollToCurrent(isShown: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return box;
}

/** Lists the sheets and files that give no table, each with the reason; nothing if all do. */
export function WithoutTables({ engagementId }: { engagementId: string }) {
  const { data: without = [] } = useQuery(withoutTableQuery(engagementId));
  if (without.length === 0) return null;
  const { title, reasons } = dataTexts.withoutTable;
  return (
    <details open className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer rounded text-muted">{title}</summary>
      <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5">
        {without.map(({ attachmentId, filename, sheet, reason }) => (
          <li key={`${attachmentId} ${sheet} ${reason}`} className="wrap-anywhere">
            {labelled([filename, sheet].filter(Boolean).join(' · '), reasons[reason])}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Says which rows of the file the table leaves out and why, and what a reader of its columns should
 * know.
 */
function TableNotes({ table: { leftOut, remarks } }: { table: DataTable }) {
  const reasons = Object.entries(Object.groupBy(leftOut.rows, ({ reason }) => reason));
  const further = leftOut.count - leftOut.rows.length;
  return (
    <>
      {leftOut.count > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer rounded text-muted">
            {dataTexts.leftOut.title(leftOut.count)}
          </summary>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map(([reason, left]) => (
              <li key={reason}>
                {dataTexts.leftOut.reasons[reason as keyof typeof dataTexts.leftOut.reasons]}:{' '}
                {dataTexts.leftOut.rows(left.map(({ row }) => row))}
              </li>
            ))}
            {further > 0 && <li>{dataTexts.leftOut.more(further)}</li>}
          </ul>
        </details>
      )}
      {remarks.length > 0 && (
        <details open className="text-sm">
          <summary className="w-fit cursor-pointer rounded text-muted">
            {dataTexts.remarks.title(remarks.length)}
          </summary>
          <ul className="mt-1 list-disc pl-5">
            {remarks.map((remark) => (
              <li key={`${remark.kind} ${remark.column} ${remark.text}`} className="wrap-anywhere">
                {remark.column !== null && <span className="font-mono">{remark.column}: </span>}
                {describeRemark(remark)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
