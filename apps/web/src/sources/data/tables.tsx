import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, EyeOff, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DataGrid, keyColumns } from '../../data/data-grid.tsx';
import {
  type DataTable,
  rowsPerPage,
  type TableColumn,
  tableRowsQuery,
  withoutTableQuery,
} from '../../data/data-queries.ts';
import { dataTexts } from '../../data/texts.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badges.tsx';
import { Button, IconButton } from '../../ui/buttons.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

const tableTexts = dataTexts.tables;

interface TableListProps {
  engagementId: string;
  tables: readonly DataTable[];
  shown: string | undefined;
  onQuery: (table: DataTable) => void;
}

/** Lists the tables by their names in queries, each with its file, sheet, rows and columns. */
export function TableList({ engagementId, tables, shown, onQuery }: TableListProps) {
  return (
    <section aria-label={tableTexts.title} className="min-w-0">
      <h2 className="mb-2 font-semibold">{tableTexts.title}</h2>
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto p-px lg:max-h-[calc(100dvh-10rem)]">
        {tables.map((table) => (
          <TableItem
            key={table.id}
            engagementId={engagementId}
            table={table}
            isShown={table.id === shown}
            onQuery={onQuery}
          />
        ))}
      </ul>
      <WithoutTables engagementId={engagementId} />
    </section>
  );
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
            {[filename, sheet].filter(Boolean).join(' · ')}: {reasons[reason]}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface TableItemProps extends Pick<TableListProps, 'engagementId' | 'onQuery'> {
  table: DataTable;
  isShown: boolean;
}

function TableItem({ engagementId, table, isShown, onQuery }: TableItemProps) {
  const mayRun = useSession().has('member');
  const { id, name, filename, sheet, hidden, columns, rowCount, leftOut, remarks } = table;
  const notes = [
    leftOut.count > 0 && tableTexts.leftOut(leftOut.count),
    remarks.length > 0 && tableTexts.remarks(remarks.length),
  ].filter((note) => note !== false);
  const rows = { to: '/engagements/$engagementId/data', params: { engagementId }, search: { table: id } } as const;
  return (
    <li className={classNames('rounded-lg border p-3', isShown ? 'border-accent bg-accent-soft/40' : 'bg-surface')}>
      <div className="flex items-start justify-between gap-2">
        <Link
          {...rows}
          resetScroll={false}
          aria-label={tableTexts.show(name)}
          aria-current={isShown || undefined}
          className="wrap-anywhere min-w-0 rounded font-medium font-mono text-sm hover:underline"
        >
          {name}
        </Link>
        {hidden && (
          <span title={tableTexts.hiddenHint}>
            <Badge tone="warn">
              <EyeOff aria-hidden className="size-3.5" />
              {tableTexts.hidden}
            </Badge>
          </span>
        )}
      </div>
      <p className="wrap-anywhere mt-0.5 text-muted text-sm">{[filename, sheet].filter(Boolean).join(' · ')}</p>
      <div className="mt-1 flex items-baseline justify-between gap-2">
        <details className="min-w-0 flex-1 text-sm">
          <summary className="figures w-fit cursor-pointer rounded text-muted">
            {tableTexts.rows(rowCount)}, {tableTexts.columns(columns.length)}
          </summary>
          <ColumnList label={tableTexts.columnList(name)} columns={columns} />
        </details>
        {mayRun && (
          <Button kind="quiet" size="small" aria-label={tableTexts.queryLabel(name)} onClick={() => onQuery(table)}>
            {tableTexts.query}
          </Button>
        )}
      </div>
      {notes.length > 0 && (
        <Link {...rows} resetScroll={false} className="rounded text-sm text-warn hover:underline">
          {notes.join(', ')}
        </Link>
      )}
    </li>
  );
}

function ColumnList({ label, columns }: { label: string; columns: readonly TableColumn[] }) {
  return (
    <ul aria-label={label} className="mt-1.5 flex flex-col gap-1">
      {keyColumns(columns).map(({ key, column: { name, type, unit } }) => (
        <li key={key} className="wrap-anywhere flex justify-between gap-3">
          <span className="min-w-0 font-mono text-xs">{name}</span>
          <span className="shrink-0 text-muted text-xs">
            {[tableTexts.types[type], unit].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

const previewTexts = dataTexts.preview;

interface TablePreviewProps {
  engagementId: string;
  tables: readonly DataTable[];
  tableId: string | undefined;
  /** Number of the row to highlight, from 1. Its page opens first. */
  row: number | undefined;
}

export function TablePreview({ engagementId, tables, tableId, row }: TablePreviewProps) {
  const table = tables.find(({ id }) => id === tableId);
  const lastPage = Math.max(0, Math.ceil((table?.rowCount ?? 0) / rowsPerPage) - 1);
  const [page, setPage] = useState(row === undefined ? 0 : Math.min(lastPage, Math.floor((row - 1) / rowsPerPage)));
  const offset = page * rowsPerPage;
  const rows = useQuery(tableRowsQuery(engagementId, table?.id, offset));
  const box = useScrollToCurrent(rows.data !== undefined);
  if (tableId === undefined) return <p className="text-muted">{previewTexts.choose}</p>;
  if (!table) return <p className="text-muted">{previewTexts.missing}</p>;
  if (rows.isLoadingError) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />;
  return (
    <div ref={box} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="wrap-anywhere min-w-0 font-medium font-mono">{table.name}</h2>
        <Pages table={table} page={page} lastPage={lastPage} onPage={setPage} />
      </div>
      <TableNotes table={table} />
      {rows.data ? (
        <DataGrid
          caption={previewTexts.label(table.name)}
          columns={rows.data.columns}
          rows={rows.data.rows}
          firstRow={offset + 1}
          highlighted={row}
          mayHoldShares={table.sheet !== null}
          className="max-h-[70dvh]"
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

/** Says which rows of the file the table leaves out and why, and what a reader of its columns should know. */
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
            {remarks.map(({ column, kind, text }) => (
              <li key={`${kind} ${column} ${text}`} className="wrap-anywhere">
                {column !== null && <span className="font-mono">{column}: </span>}
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface PagesProps {
  table: DataTable;
  page: number;
  lastPage: number;
  onPage: (page: number) => void;
}

function Pages({ table: { rowCount }, page, lastPage, onPage }: PagesProps) {
  if (rowCount === 0) return <p className="text-muted text-sm">{previewTexts.none}</p>;
  const first = page * rowsPerPage + 1;
  const step = (label: string, target: number, icon: LucideIcon) => (
    <IconButton
      icon={icon}
      label={label}
      disabled={target < 0 || target > lastPage || target === page}
      onClick={() => onPage(target)}
    />
  );
  return (
    <div className="flex items-center gap-1">
      <p aria-live="polite" className="figures mr-1 text-muted text-sm">
        {previewTexts.range(first, Math.min(rowCount, first + rowsPerPage - 1), rowCount)}
      </p>
      {lastPage > 0 && (
        <>
          {step(previewTexts.first, 0, ChevronFirst)}
          {step(previewTexts.previous, page - 1, ChevronLeft)}
          {step(previewTexts.next, page + 1, ChevronRight)}
          {step(previewTexts.last, lastPage, ChevronLast)}
        </>
      )}
    </div>
  );
}

function useScrollToCurrent(isShown: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return box;
}
