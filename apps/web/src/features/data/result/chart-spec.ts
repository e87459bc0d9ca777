import type { RecordedQuery, TableColumn } from '../../../domain/data/queries.ts';

/** The kinds of charts that documents may have (contract 10). */
export const chartTypes = ['bar', 'line', 'area', 'scatter'] as const;
export type ChartType = (typeof chartTypes)[number];

/** A chart of a recorded query, as a document holds it in a block `chart`. */
export interface ChartSpec {
  query: string;
  type: ChartType;
  x: string;
  y: string[];
  title: string;
  unit?: string;
}

const isNumber = ({ type }: TableColumn) => type === 'number';

/** Proposes a chart: dates and years make a line, other columns bars. Returns null without a column of numbers. */
export function proposeChart(query: Pick<RecordedQuery, 'id' | 'title' | 'columns'>): ChartSpec | null {
  const { id, title, columns } = query;
  const x = columns.find((column) => !isNumber(column)) ?? columns.find(isTime) ?? columns[0];
  const y = columns.find((column) => isNumber(column) && column !== x);
  if (!x || !y) return null;
  const spec = { query: id, type: isTime(x) ? 'line' : 'bar', x: x.name, y: [y.name], title: title ?? y.name } as const;
  return y.unit === null ? { ...spec, y: [...spec.y] } : { ...spec, y: [...spec.y], unit: y.unit };
}

const isTime = ({ name, type }: TableColumn) => type === 'date' || /^(year|month|quarter|date|jahr|år)\b/i.test(name);

/** Writes the block that draws the chart in a document. */
export const writeChartBlock = (spec: ChartSpec): string => `\`\`\`chart\n${JSON.stringify(spec, null, 2)}\n\`\`\``;
