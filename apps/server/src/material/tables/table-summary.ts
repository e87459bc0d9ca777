import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  Cell,
  ColumnSummary,
  TableChart,
  TableColumn,
  TableSummary,
} from '@ecp/contract/work/tables';
import { nameColumns } from '@ecp/tables/sql-names';
import { QueryFailedError } from '@ecp/tables/table-types';
import type { RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { missingAsNotFound } from '../../kernel/storage/object-storage.ts';
import { runOverTables } from './querying.ts';
import { type ReadableTable, selectReadableTable } from './table-rows.ts';

/**
 * Sums a table up: what each column holds, and the chart that fits. Errors: `not_found`,
 * `service_unavailable`.
 */
export async function summarizeTable(
  { services, tenantId }: RequestContext,
  { engagementId, tableId }: { engagementId: string; tableId: string },
): Promise<TableSummary> {
  const [[table]] = await services.database.batchTenant(tenantId, [
    selectReadableTable(tenantId, engagementId, tableId),
  ]);
  if (!table) throw new ApiError('not_found');
  return readSummary(services, tenantId, table);
}

/** A chart of a table with the values that it plots. */
interface PlottedTable {
  chart: TableChart;
  columns: TableColumn[];
  /** JSON text. */
  rows: string;
  resultHash: string;
}

/**
 * Computes what the chart of a table plots. Errors: those of summarizeTable, `not_found` if no
 * chart fits.
 */
export async function plotTable(
  { services, tenantId }: RequestContext,
  { engagementId, tableId }: { engagementId: string; tableId: string },
): Promise<PlottedTable> {
  const [[table]] = await services.database.batchTenant(tenantId, [
    selectReadableTable(tenantId, engagementId, tableId),
  ]);
  const { chart } = table ? await readSummary(services, tenantId, table) : { chart: null };
  if (!table || !chart) throw new ApiError('not_found');
  const { columns, rows, resultHash } = await ask(services, tenantId, table, chart.sql);
  return { chart, columns, rows: JSON.stringify(rows), resultHash };
}

type SummaryServices = Pick<Services, 'tables' | 'storage' | 'cache'>;

/** Columns that are summed up: a page shows no more, and each costs several aggregates. */
const mostColumns = 120;
/** Columns of one statement, whose text is limited. */
const columnsAtOnce = 30;
/** The first rows, among which values that differ are counted. */
const countedRows = 10_000;
/** A change of the summary raises it, so that no older one is answered. */
const summaryVersion = 1;

async function readSummary(
  services: SummaryServices,
  tenantId: string,
  table: ReadableTable,
): Promise<TableSummary> {
  const name = `summary ${summaryVersion} ${table.name} ${table.sha256}`;
  const kept = await services.cache.get(tenantId, name);
  if (kept !== null) return JSON.parse(kept) as TableSummary;
  const names = nameColumns(table.columns.map((column) => column.name));
  const all = table.columns.map((column, at) => ({ ...column, sqlName: names[at] ?? column.name }));
  const counted: CountedColumn[] = [];
  for (let first = 0; first < Math.min(all.length, mostColumns); first += columnsAtOnce) {
    const batch = all.slice(first, Math.min(first + columnsAtOnce, mostColumns));
    counted.push(...(await countColumns(services, tenantId, table, batch)));
  }
  const summary = {
    rowCount: table.row_count,
    columns: counted.map(({ distinct: _, ...column }) => column),
    chart: chooseChart(table.name, counted),
  };
  await services.cache.set(tenantId, name, JSON.stringify(summary));
  return summary;
}

type NamedColumn = TableColumn & { sqlName: string };

/** A column with the number of its different values among the first rows. */
export type CountedColumn = ColumnSummary & { distinct: number };

async function countColumns(
  services: SummaryServices,
  tenantId: string,
  table: ReadableTable,
  columns: readonly NamedColumn[],
): Promise<CountedColumn[]> {
  const asked = columns.map((column) => ({ column, parts: aggregatesOf(column) }));
  const whole = `select ${asked.flatMap(({ parts }) => parts).join(', ')} from ${table.name}`;
  const different = columns.map(({ sqlName }) => `count(distinct ${sqlName})`);
  const first = `select ${different.join(', ')} from (select * from ${table.name} limit ${countedRows})`;
  const cells = (await ask(services, tenantId, table, whole)).rows[0] ?? [];
  const counts = (await ask(services, tenantId, table, first)).rows[0] ?? [];
  let at = 0;
  return asked.map(({ column, parts }, index) => {
    const own = cells.slice(at, at + parts.length);
    at += parts.length;
    return { ...describeColumn(table.name, column, own), distinct: Number(counts[index] ?? 0) };
  });
}

const isNumber = ({ type }: TableColumn) => type === 'number';

function aggregatesOf(column: NamedColumn): string[] {
  const { sqlName, type } = column;
  const range = type === 'date' || isNumber(column) ? [`min(${sqlName})`, `max(${sqlName})`] : [];
  const sums = isNumber(column) ? [`sum(${sqlName})`, `avg(${sqlName})`] : [];
  return [`count(${sqlName})`, ...range, ...sums];
}

function describeColumn(table: string, column: NamedColumn, cells: readonly Cell[]): ColumnSummary {
  const [filled = 0, min = null, max = null, sum = null, mean = null] = cells;
  const known = {
    ...column,
    filled: Number(filled),
    min,
    max,
    mean: typeof mean === 'number' ? mean : null,
  };
  const isSum = isNumber(column) && !ratios.test(table) && adds(column, min, max);
  return { ...known, sum: isSum ? sum : null };
}

/** Matches names of columns whose sum means nothing: rates, codes and the like. */
const ratios =
  /(^|_)(rate|share|ratio|percent|pct|price|average|avg|mean|median|score|per|age|index|temperature)(_|$)/;
const labels =
  /(^|_)(id|no|nr|number|code|zip|postcode|phone|lat|lon|latitude|longitude|rank)(_|$)/;

function adds({ sqlName, unit }: NamedColumn, min: Cell, max: Cell): boolean {
  return (
    unit !== '%' && !ratios.test(sqlName) && !labels.test(sqlName) && !areYears(sqlName, min, max)
  );
}

function areYears(name: string, min: Cell, max: Cell): boolean {
  const isYear = (cell: Cell) =>
    Number.isInteger(cell) && Number(cell) >= 1500 && Number(cell) <= 2200;
  return isYear(min) && isYear(max) && /(^|_)(year|jahr|annee|ano|fy)(_|$)/.test(name);
}

/** The head of a column that holds the values of a year, a quarter or a month. */
const isPeriod = /^(fy ?|[qh][1-4] ?)?\d{4}/i;

/** Bars that can be read beside each other, and points of a line before it goes by months. */
const mostBars = 24;
const mostDays = 90;

/**
 * Chooses the chart that fits: the first column of names or times across, the first numbers up.
 * Null without numbers over something.
 */
export function chooseChart(table: string, columns: readonly CountedColumn[]): TableChart | null {
  const isTime = (column: CountedColumn) =>
    column.type === 'date' ||
    (isNumber(column) && areYears(column.sqlName, column.min, column.max));
  const x = columns.find((column) => {
    if (column.distinct < 2) return false;
    return isTime(column) || (column.type === 'text' && column.distinct <= mostBars);
  });
  const values = columns.filter(
    (column) => isNumber(column) && !isTime(column) && !labels.test(column.sqlName),
  );
  const sums = values.filter(({ sum }) => sum !== null);
  const fitting = sums.length > 0 ? sums : values;
  // Where each column is a period, the newest tells most.
  const y = fitting.every(({ name }) => isPeriod.test(name)) ? fitting.at(-1) : fitting[0];
  if (!x || !y) return null;
  const aggregate = y.sum === null ? ('mean' as const) : ('sum' as const);
  const shared = {
    aggregate,
    y: y.sqlName,
    yHead: y.name,
    x: x.sqlName,
    xHead: x.name,
    unit: y.unit,
  };
  const value = `${aggregate === 'sum' ? 'sum' : 'avg'}(${y.sqlName}) as ${y.sqlName}`;
  const known = `from ${table}\nwhere ${x.sqlName} is not null`;
  // Names and times that stand once each keep the order of the file.
  if (x.distinct === x.filled && x.distinct <= mostBars) {
    const sql = `select ${x.sqlName}, ${y.sqlName}\n${known}`;
    return { ...shared, isGrouped: false, type: isTime(x) ? 'line' : 'bar', sql };
  }
  if (!isTime(x)) {
    const sql = `select ${x.sqlName}, ${value}\n${known}\ngroup by ${x.sqlName}\norder by 2 desc`;
    return { ...shared, isGrouped: true, type: 'bar', sql };
  }
  const time =
    x.type === 'date' && x.distinct > mostDays ? `date_trunc('month', ${x.sqlName})` : x.sqlName;
  const named = time === x.sqlName ? time : `${time} as ${x.sqlName}`;
  const sql = `select ${named}, ${value}\n${known}\ngroup by ${time}\norder by 1`;
  return { ...shared, isGrouped: true, type: 'line', sql };
}

async function ask(services: SummaryServices, tenantId: string, table: ReadableTable, sql: string) {
  try {
    const request = { tables: [table], sql, naming: 'plain' as const, isAwaited: true };
    return await runOverTables(services, tenantId, request).catch(missingAsNotFound);
  } catch (error) {
    if (error instanceof QueryFailedError)
      throw new ApiError('service_unavailable', { cause: error });
    throw error;
  }
}
