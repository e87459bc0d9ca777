import type { ChartSpec } from '../reading/chart-spec.ts';

/** A column of a query's result. */
export interface ChartColumn {
  name: string;
  type: 'text' | 'number' | 'date' | 'boolean';
  unit: string | null;
}

/** The result of a query. Cells are in the order of the columns; dates are YYYY-MM-DD. */
export interface ChartResult {
  columns: readonly ChartColumn[];
  rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** The positions along the axis: names in the order of the query, numbers, or days. */
export type Positions = 'names' | 'numbers' | 'days';

interface ChartPoint {
  /** Index of its place in the chart's places. */
  place: number;
  value: number;
  /** Index of its column among the chart's. */
  series: number;
}

/** The data of a chart, without text of the document in the name of a field. */
export interface ChartData {
  positions: Positions;
  /**
   * A cell for each place along the axis: a name, a number, or milliseconds since 1970 for a day.
   */
  places: (string | number)[];
  /** Type of the column along the axis. */
  xType: ChartColumn['type'];
  points: ChartPoint[];
  /** Places without a value, at which a line or an area has a gap. */
  gaps: Omit<ChartPoint, 'value'>[];
  /** Names of the columns with the values, in the chart's order. */
  series: string[];
  /** Unit of the values: the chart's own, else that of its columns where they have the same. */
  unit: string | null;
  /** Unit of the column along the axis. */
  xUnit: string | null;
}

/** Why a chart cannot be drawn from a result. */
export type DrawingProblem =
  | { code: 'no_column' | 'not_a_number'; column: string }
  /** A line or an area would have two values at one place. */
  | { code: 'repeated_place' }
  | { code: 'no_values' }
  | { code: 'too_many_values' };

/** Limits the values of a chart. */
export const maxPoints = 1_000;

/**
 * Selects a chart's values in the query's order, without rows that lack a place and cells that lack
 * a number.
 */
export function selectChartData(
  spec: ChartSpec,
  { columns, rows }: ChartResult,
): ChartData | DrawingProblem {
  const indexOf = (name: string) => columns.findIndex((column) => column.name === name);
  const missing = [spec.x, ...spec.y].find((name) => indexOf(name) < 0);
  if (missing !== undefined) return { code: 'no_column', column: missing };
  const wrong = spec.y.find((name) => columns[indexOf(name)]?.type !== 'number');
  if (wrong !== undefined) return { code: 'not_a_number', column: wrong };
  const xIndex = indexOf(spec.x);
  const { type: xType, unit: xUnit } = columns[xIndex] ?? { type: 'text', unit: null };
  const positions = choosePositions(spec.type, xType);
  const indexes = spec.y.map(indexOf);
  const placed = rows
    .map((row) => ({ row, place: readPlace(row[xIndex] ?? null, xType) }))
    .filter((entry): entry is { row: Row; place: string | number } => entry.place !== null);
  const cells = placed.flatMap(({ row }, place) =>
    indexes.map((index, series) => ({ place, value: row[index], series })),
  );
  const points = cells.filter((cell): cell is ChartPoint => isValue(cell.value));
  if (points.length === 0) return { code: 'no_values' };
  if (points.length > maxPoints) return { code: 'too_many_values' };
  const places = placed.map(({ place }) => place);
  const isPath = spec.type === 'line' || spec.type === 'area';
  if (isPath && new Set(places).size < places.length) return { code: 'repeated_place' };
  const unit =
    spec.unit ??
    sharedUnit(
      indexes.map((index) => columns[index]?.unit ?? null),
      points,
    );
  const gaps = cells.flatMap(({ place, value, series }) =>
    isValue(value) ? [] : [{ place, series }],
  );
  return { positions, places, xType, points, gaps, series: spec.y, unit, xUnit };
}

const isValue = (cell: Row[number] | undefined): cell is number =>
  typeof cell === 'number' && Number.isFinite(cell);

/**
 * Returns the unit that all columns have. The unit `%` stands for 0.12 as a cell and 12.5 as a
 * text, so values up to 1 get none: the sign would be wrong by a factor of 100 for one of them.
 */
function sharedUnit(units: (string | null)[], points: ChartPoint[]): string | null {
  const [unit = null] = new Set(units).size === 1 ? units : [];
  return unit === '%' && points.every(({ value }) => Math.abs(value) <= 1) ? null : unit;
}

type Row = ChartResult['rows'][number];

/** Bars stand beside each other at names, also where the names are years or days. */
function choosePositions(type: ChartSpec['type'], column: ChartColumn['type']): Positions {
  if (type === 'bar') return 'names';
  if (column === 'number') return 'numbers';
  return column === 'date' ? 'days' : 'names';
}

const pointInTime = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?))?/;

/**
 * Reads a place along the axis; null for an empty cell, or for one that its column's type does not
 * explain.
 */
function readPlace(cell: Row[number], type: ChartColumn['type']): string | number | null {
  if (cell === null || cell === '') return null;
  if (type === 'text' || type === 'boolean') return String(cell);
  if (type === 'number') return isValue(cell) ? cell : null;
  // A day, or a point in time as results write it: `2024-01-31 10:00:00`.
  const [, day, clock = '00:00:00'] =
    typeof cell === 'string' ? (pointInTime.exec(cell) ?? []) : [];
  const time = Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Leaves the columns that a chart names: a result may have many more, with long texts. */
export function pickColumns({ columns, rows }: ChartResult, names: readonly string[]): ChartResult {
  const kept = columns.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
  return {
    columns: kept.flatMap((index) => columns[index] ?? []),
    rows: rows.map((row) => kept.map((index) => row[index] ?? null)),
  };
}
