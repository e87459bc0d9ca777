import type { Measure, PeriodColumn, WideColumns } from './columns.ts';

/** Limits the rows of a ranking and of a series. */
export const rankedRows = 12;
const seriesRows = 200;
/** Limits the rows of a comparison of two columns, without the one of all rows. */
export const ratioRows = 200;
/** Decimals of a computed number. */
const decimals = 2;

/** Quotes a name as an SQL identifier. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

const value = ({ name, factor }: Measure) =>
  factor === 1 ? quoteName(name) : `${quoteName(name)} * ${factor}`;
const round = (expression: string) => `round(${expression}, ${decimals})`;
/** The sum of what adds up, else the mean. */
const aggregate = (measure: Measure) =>
  round(`${measure.isAdditive ? 'sum' : 'avg'}(${value(measure)})`);

export type TotalColumn = { alias: string; measure: Measure } & (
  | { how: 'total' | 'lowest' | 'highest' }
  | { how: 'weighted'; weight: Measure }
);

function selectTotal(column: TotalColumn): string {
  const own = value(column.measure);
  if (column.how === 'total') return aggregate(column.measure);
  if (column.how !== 'weighted') return round(`${column.how === 'lowest' ? 'min' : 'max'}(${own})`);
  const weight = value(column.weight);
  // A weighted mean counts rows with both numbers only, and there is none with a negative weight.
  const both = `filter (where ${own} is not null)`;
  const mean = `sum(${own} * ${weight}) / nullif(sum(${weight}) ${both}, 0)`;
  return `case when min(${weight}) >= 0 then ${round(mean)} end`;
}

/**
 * Selects one row: the number of rows, the sums of the first measures, and mean, lowest and highest
 * of the others.
 */
export function selectTotals(table: string, columns: readonly TotalColumn[], rows: string): string {
  const expressions = columns.map(
    (column) => `${selectTotal(column)} as ${quoteName(column.alias)}`,
  );
  return `select count(*) as ${quoteName(rows)}, ${expressions.join(', ')} from ${quoteName(table)}`;
}

/**
 * Selects the groups of a label with the highest sums or means of a measure, the shares, and the
 * number of groups.
 */
export function selectGroups(
  table: string,
  label: string,
  measure: Measure,
  alias: { value: string; share: string; groups: string },
): string {
  const [name, total] = [quoteName(label), aggregate(measure)];
  const sum = `sum(${value(measure)})`;
  // A share of a whole with negative parts has no meaning.
  const share = `case when min(${sum}) over () >= 0 then round(100.0 * ${sum} / nullif(sum(${sum}) over (), 0), 1) end`;
  const shares = measure.isAdditive ? `, ${share} as ${quoteName(alias.share)}` : '';
  return `select ${name}, ${total} as ${quoteName(alias.value)}${shares}, count(*) over () as ${quoteName(alias.groups)} from ${quoteName(table)} where ${name} is not null group by ${name} order by 2 desc nulls last, 1 limit ${rankedRows}`;
}

export type SeriesStep = 'year' | 'month' | 'text' | 'name';

function stepOf({ name, kind }: PeriodColumn, step: SeriesStep): string {
  const column = quoteName(name);
  if (step === 'month') return `strftime(${column}, '%Y-%m')`;
  if (step === 'year')
    return kind === 'date' ? `year(${column})` : `try_cast(${column} as integer)`;
  return column;
}

/**
 * Selects a measure by period, in order, each with its change since the first one. Years are
 * numbers.
 */
export function selectSeries(
  table: string,
  { period, step }: { period: PeriodColumn; step: SeriesStep },
  measure: Measure,
  alias: { value: string; change: string; percent: string },
): string {
  const [key, from] = [stepOf(period, step), quoteName(table)];
  const sums = `select ${key} as p, ${aggregate(measure)} as v from ${from} where ${key} is not null group by 1`;
  // Names of months are not sortable; the rows of a table have them in order.
  const counted = `select *, row_number() over () as "§row" from ${from}`;
  const named = `select ${key} as p, ${aggregate(measure)} as v, min("§row") as n from (${counted}) where ${key} is not null group by 1`;
  return tellSeries(
    period.name,
    step === 'name' ? named : sums,
    step === 'name' ? 'n' : 'p',
    alias,
  );
}

/**
 * Labels of subtotals within a table, which would count twice. 会計, 設計, 統計, 家計 and 時計 are no sums.
 */
const subtotals =
  '(?i)^(?:sub[ -]?total|zwischensumme|sous[ -]total)|^total\\b|^summe\\b|(?:^|[^会設統家時])計$';

/**
 * Selects the sums of columns whose heads are periods, in their order, without subtotals.
 * @param label the column of the rows' names; undefined without one
 */
export function selectWideSums(
  table: string,
  { names }: WideColumns,
  label: string | undefined,
  alias: { period: string; value: string; change: string; percent: string },
): string {
  const texts = names.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ');
  const numbers = names.map((_, at) => at + 1).join(', ');
  const sums = names.map((name) => round(`sum(${quoteName(name)})`)).join(', ');
  const counted =
    label === undefined
      ? ''
      : ` where ${quoteName(label)} is null or not regexp_matches(${quoteName(label)}, '${subtotals}')`;
  const steps = `select unnest([${numbers}]) as n, unnest([${texts}]) as p, unnest([${sums}]) as v from ${quoteName(table)}${counted}`;
  return tellSeries(alias.period, steps, 'n', alias);
}

function tellSeries(
  name: string,
  steps: string,
  order: 'n' | 'p',
  alias: { value: string; change: string; percent: string },
): string {
  const first = `first_value(v) over (order by ${order})`;
  const percent = `case when ${first} > 0 then round(100.0 * (v - ${first}) / ${first}, 1) end`;
  return `with s as (${steps}) select p as ${quoteName(name)}, v as ${quoteName(alias.value)}, ${round(`v - ${first}`)} as ${quoteName(alias.change)}, ${percent} as ${quoteName(alias.percent)} from s where v is not null order by ${order} limit ${seriesRows}`;
}

/**
 * Selects one column in relation to another: for all rows in the first row, without a label, then
 * for each label.
 */
export function selectRatios(
  table: string,
  label: string,
  { top, bottom, isShare }: { top: Measure; bottom: Measure; isShare: boolean },
  alias: string,
): string {
  const [name, above, below] = [label, top.name, bottom.name].map(quoteName) as [
    string,
    string,
    string,
  ];
  const ratio = `${isShare ? '100.0 * ' : ''}sum(${above}) / nullif(sum(${below}), 0)`;
  const known = [name, above, below].map((column) => `${column} is not null`).join(' and ');
  return `select ${name}, ${round(`sum(${above})`)} as ${above}, ${round(`sum(${below})`)} as ${below}, round(${ratio}, ${isShare ? 1 : decimals}) as ${quoteName(alias)} from ${quoteName(table)} where ${known} group by grouping sets ((), (${name})) order by ${name} is not null, 4 desc nulls last, 1 limit ${ratioRows + 1}`;
}

/** Selects the rows that changed most between two columns of periods. */
export function selectChanges(
  table: string,
  label: string,
  { first, last }: { first: string; last: string },
  alias: { change: string; percent: string },
): string {
  const [from, to] = [quoteName(first), quoteName(last)];
  const percent = `case when ${from} > 0 then round(100.0 * (${to} - ${from}) / ${from}, 1) end`;
  return `select ${quoteName(label)}, ${from}, ${to}, ${round(`${to} - ${from}`)} as ${quoteName(alias.change)}, ${percent} as ${quoteName(alias.percent)} from ${quoteName(table)} where ${from} is not null and ${to} is not null order by abs(${to} - ${from}) desc, 1 limit ${rankedRows}`;
}
