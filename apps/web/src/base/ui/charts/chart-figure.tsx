import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { t, translated } from '../../language/translate.ts';
import { Button } from '../buttons.tsx';
import { Table } from '../layout/table.tsx';
import { type ChartTable, cellText, isNumeric, saveCsv } from './csv.ts';

interface ChartFigureProps<T> {
  title: string;
  /** Says in a sentence what the chart shows, for screen readers and for people in a hurry. */
  summary: ReactNode;
  table: ChartTable<T>;
  rowKey: (row: T) => string;
  /** Name of the downloaded file, without its extension. */
  filename: string;
  /** The chart. Without it the table is always shown, and without data only the summary. */
  children?: ReactNode;
}

/**
 * A chart with title and summary. Its numbers can be shown as a table in its place, or downloaded.
 */
export function ChartFigure<T>({
  title,
  summary,
  table,
  rowKey,
  filename,
  children,
}: ChartFigureProps<T>) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const hasChart = children !== undefined && children !== null && children !== false;
  const hasRows = table.rows.length > 0;
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border bg-surface">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          <p className="text-muted text-sm">{summary}</p>
        </div>
        <div className="-mr-2 flex gap-1">
          {hasChart && (
            <Button
              icon={Icon}
              kind="quiet"
              size="small"
              aria-label={asTable ? chartTexts.showChart(title) : chartTexts.showTable(title)}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? chartTexts.chart : chartTexts.table}
            </Button>
          )}
          {hasRows && (
            <Button
              icon={Download}
              kind="quiet"
              size="small"
              aria-label={chartTexts.downloadCsv(title)}
              onClick={() => saveCsv(filename, table)}
            >
              {chartTexts.csv}
            </Button>
          )}
        </div>
      </div>
      {hasChart || hasRows ? (
        <div className="p-4">
          {hasChart && !asTable ? (
            children
          ) : (
            <FigureTable title={title} table={table} rowKey={rowKey} />
          )}
        </div>
      ) : (
        <div className="h-3" />
      )}
    </section>
  );
}

function FigureTable<T>({
  title,
  table,
  rowKey,
}: Pick<ChartFigureProps<T>, 'title' | 'table' | 'rowKey'>) {
  const columns = table.columns.map((column) => ({
    title: column.title,
    cell: (row: T) => cellText(column, row),
    numeric: isNumeric(column, table.rows),
  }));
  return <Table caption={title} columns={columns} rows={table.rows} rowKey={rowKey} />;
}

export const chartTexts = translated({
  table: 'Table',
  chart: 'Chart',
  showTable: (title: string) => t('Show “{title}” as table', { title }),
  showChart: (title: string) => t('Show “{title}” as chart', { title }),
  csv: 'CSV',
  downloadCsv: (title: string) => t('Download “{title}” as CSV', { title }),
  range: (low: string, expected: string, high: string) =>
    t('{expected} expected, between {low} and {high}', { expected, low, high }),
});
