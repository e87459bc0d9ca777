/** The kinds of charts. */
export const chartTypes = ['bar', 'line', 'area', 'scatter'] as const;
export type ChartType = (typeof chartTypes)[number];

/** A chart as a document states it. Its data are the columns of a recorded query. */
export interface ChartSpec {
  /** Id of the recorded query. */
  query: string;
  type: ChartType;
  /** Name of the column along the axis. */
  x: string;
  /** Names of the columns with the values; each is a series. */
  y: string[];
  title: string;
  /** Unit of the values, such as `EUR 000`; null if the document states none. */
  unit: string | null;
}

/**
 * Why a block is no chart: too long, not JSON, no object, or a field with a value of the wrong
 * kind.
 */
export type ChartProblem =
  | { code: 'too_long' }
  | { code: 'not_json' }
  | { code: 'not_an_object' }
  | { code: 'wrong_field'; field: 'query' | 'type' | 'x' | 'y' | 'title' | 'unit' };

/**
 * Bounds of a chart: characters of its texts, columns with values, and characters of the whole
 * block.
 */
export const chartLimits = {
  query: 100,
  column: 300,
  title: 300,
  unit: 60,
  series: 6,
  block: 8_000,
};

/** Reads the text of a `chart` block. Fields that `ChartSpec` does not name are ignored. */
export function readChartSpec(text: string): { spec: ChartSpec } | { problem: ChartProblem } {
  if (text.length > chartLimits.block) return { problem: { code: 'too_long' } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // JSON.parse throws only for a text that is not JSON.
    return { problem: { code: 'not_json' } };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: { code: 'not_an_object' } };
  return readFields(value);
}

function readFields(
  fields: Partial<Record<keyof ChartSpec, unknown>>,
): { spec: ChartSpec } | { problem: ChartProblem } {
  const { query, x, y, title, unit = null } = fields;
  const type = chartTypes.find((known) => known === fields.type);
  if (!isText(query, chartLimits.query)) return wrong('query');
  if (type === undefined) return wrong('type');
  if (!isText(x, chartLimits.column)) return wrong('x');
  if (!isColumnList(y)) return wrong('y');
  if (!isText(title, chartLimits.title)) return wrong('title');
  if (unit !== null && !isText(unit, chartLimits.unit)) return wrong('unit');
  return { spec: { query, type, x, y, title, unit } };
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength;
}

function isColumnList(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > chartLimits.series)
    return false;
  return (
    value.every((name) => isText(name, chartLimits.column)) && new Set(value).size === value.length
  );
}

function wrong(field: keyof ChartSpec): { problem: ChartProblem } {
  return { problem: { code: 'wrong_field', field } };
}
