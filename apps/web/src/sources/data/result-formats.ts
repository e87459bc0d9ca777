import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import { toCsv } from '../../base/ui/charts/csv.ts';
import type { Cell, RecordedQuery, TableColumn } from '../../shared/data/data-queries.ts';
import { titleOf } from './chart-title.ts';

/**
 * Writes a result as CSV (RFC 4180), unrounded, with units in the header row and formulas made
 * harmless.
 */
export function writeResultCsv({ columns, rows }: Pick<RecordedQuery, 'columns' | 'rows'>): string {
  const titled = columns.map(({ name, unit }, at) => ({
    title: unit === null || name.includes(unit) ? name : `${name} (${unit})`,
    value: (cells: readonly Cell[]) => plain(cells[at] ?? null),
  }));
  return toCsv({ columns: titled, rows });
}

const plain = (cell: Cell) => (typeof cell === 'boolean' ? String(cell) : cell);

const isNumber = ({ type }: TableColumn) => type === 'number';

/**
 * Proposes a chart: dates and years make a line, other columns bars. Its title says what it plots.
 * Returns null without a column of numbers.
 */
export function proposeChart(query: Pick<RecordedQuery, 'id' | 'columns'>): ChartSpec | null {
  const { id, columns } = query;
  const x = columns.find((column) => !isNumber(column)) ?? columns.find(isTime) ?? columns[0];
  const y = columns.find((column) => isNumber(column) && column !== x);
  if (!x || !y) return null;
  const type = isTime(x) ? 'line' : 'bar';
  return {
    query: id,
    type,
    x: x.name,
    y: [y.name],
    title: titleOf([y.name], x.name),
    unit: y.unit,
  };
}

const isTime = ({ name, type }: TableColumn) =>
  type === 'date' || /^(year|month|quarter|date|jahr|år)(\b|_)/i.test(name);

/** Writes the block that draws the chart in a document. */
export const writeChartBlock = (spec: ChartSpec): string =>
  `\`\`\`chart\n${JSON.stringify(spec, null, 2)}\n\`\`\``;
