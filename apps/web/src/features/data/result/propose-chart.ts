import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import type { RecordedQuery, TableColumn } from '../../../domain/data/queries.ts';

const isNumber = ({ type }: TableColumn) => type === 'number';

/** Proposes a chart: dates and years make a line, other columns bars. Returns null without a column of numbers. */
export function proposeChart(query: Pick<RecordedQuery, 'id' | 'title' | 'columns'>): ChartSpec | null {
  const { id, title, columns } = query;
  const x = columns.find((column) => !isNumber(column)) ?? columns.find(isTime) ?? columns[0];
  const y = columns.find((column) => isNumber(column) && column !== x);
  if (!x || !y) return null;
  const type = isTime(x) ? 'line' : 'bar';
  return { query: id, type, x: x.name, y: [y.name], title: title ?? y.name, unit: y.unit };
}

const isTime = ({ name, type }: TableColumn) => type === 'date' || /^(year|month|quarter|date|jahr|år)\b/i.test(name);

/** Writes the block that draws the chart in a document. */
export const writeChartBlock = (spec: ChartSpec): string => `\`\`\`chart\n${JSON.stringify(spec, null, 2)}\n\`\`\``;
