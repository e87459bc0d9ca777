import { useQuery } from '@tanstack/react-query';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DataGrid } from '../../../domain/data/data-grid.tsx';
import { type DataTable, rowsPerPage, tableRowsQuery } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

const texts = dataTexts.preview;

interface TablePreviewProps {
  engagementId: string;
  tables: readonly DataTable[];
  tableId: string | undefined;
  /** Number of the row to highlight, from 1. Its page opens first. */
  row: number | undefined;
}

/** Shows the rows of a table as they stand in the file, a page at a time. */
export function TablePreview({ engagementId, tables, tableId, row }: TablePreviewProps) {
  const table = tables.find(({ id }) => id === tableId);
  const lastPage = Math.max(0, Math.ceil((table?.rowCount ?? 0) / rowsPerPage) - 1);
  const [page, setPage] = useState(row === undefined ? 0 : Math.min(lastPage, Math.floor((row - 1) / rowsPerPage)));
  const offset = page * rowsPerPage;
  const rows = useQuery(tableRowsQuery(engagementId, table?.id, offset));
  const box = useScrollToCurrent(rows.data !== undefined);
  if (tableId === undefined) return <p className="text-muted">{texts.choose}</p>;
  if (!table) return <p className="text-muted">{texts.missing}</p>;
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
          caption={texts.label(table.name)}
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
  if (rowCount === 0) return <p className="text-muted text-sm">{texts.none}</p>;
  const first = page * rowsPerPage + 1;
  const step = (label: string, target: number, icon: ReactNode) => (
    <IconButton
      label={label}
      disabled={target < 0 || target > lastPage || target === page}
      onClick={() => onPage(target)}
    >
      {icon}
    </IconButton>
  );
  return (
    <div className="flex items-center gap-1">
      <p aria-live="polite" className="figures mr-1 text-muted text-sm">
        {texts.range(first, Math.min(rowCount, first + rowsPerPage - 1), rowCount)}
      </p>
      {lastPage > 0 && (
        <>
          {step(texts.first, 0, <ChevronFirst aria-hidden />)}
          {step(texts.previous, page - 1, <ChevronLeft aria-hidden />)}
          {step(texts.next, page + 1, <ChevronRight aria-hidden />)}
          {step(texts.last, lastPage, <ChevronLast aria-hidden />)}
        </>
      )}
    </div>
  );
}

/** Scrolls the highlighted row into view when the rows appear. */
function useScrollToCurrent(isShown: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return box;
}
