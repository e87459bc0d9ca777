import type { Measure, PeriodColumn } from './column-roles.ts';

/** Rows of a ranking and of a series that a query asks for. */
export const rankedRows = 12;
const seriesRows = 200;
/** Digits behind the point that a computed number keeps. */
const decimals = 2;

/** Puts a name into the form of an identifier. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

const value = ({ name, factor }: Measure) => (factor === 1 ? quoteName(name) : `${quoteName(name)} * ${factor}`);
const round = (expression: string) => `round(${expression}, ${decimals})`;
/** The sum of what adds up, else the mean. */
const aggregate = (measure: Measure) => round(`${measure.isAdditive ? 'sum' : 'avg'}(${value(measure)})`);

/** Selects one row: the number of rows, the sums of the first measures, and mean, lowest and highest of the others. */
export function selectTotals(
  table: string,
  columns: { alias: string; measure: Measure; how: 'total' | 'lowest' | 'highest' }[],
  rows: string,
): string {
  const functions = { lowest: 'min', highest: 'max' };
  const expressions = columns.map(({ alias, measure, how }) => {
    const expression = how === 'total' ? aggregate(measure) : round(`${functions[how]}(${value(measure)})`);
    return `${expression} as ${quoteName(alias)}`;
  });
  return `select count(*) as ${quoteName(rows)}, ${expressions.join(', ')} from ${quoteName(table)}`;
}

/**
 * Selects the groups of a label with the highest sums or means of a measure, the shares of sums, and the number of
 * groups.
 */
export function selectGroups(
  table: string,
  label: string,
  measure: Measure,
  alias: { value: string; share: string; groups: string },
): string {
  const [name, total] = [quoteName(label), aggregate(measure)];
  const sum = `sum(${value(measure)})`;
  // A share of a whole with negative parts says nothing.
  const share = `case when min(${sum}) over () >= 0 then round(100.0 * ${sum} / nullif(sum(${sum}) over (), 0), 1) end`;
  const shares = measure.isAdditive ? `, ${share} as ${quoteName(alias.share)}` : '';
  return `select ${name}, ${total} as ${quoteName(alias.value)}${shares}, count(*) over () as ${quoteName(alias.groups)} from ${quoteName(table)} where ${name} is not null group by ${name} order by 2 desc nulls last, 1 limit ${rankedRows}`;
}

/** The steps in which a series is told. */
export type SeriesStep = 'year' | 'month' | 'text';

/** Returns the expression by which rows of a series are grouped. */
function stepOf({ name, kind }: PeriodColumn, step: SeriesStep): string {
  const column = quoteName(name);
  if (step === 'month') return `strftime(${column}, '%Y-%m')`;
  if (step === 'year') return kind === 'date' ? `year(${column})` : `try_cast(${column} as integer)`;
  return column;
}

/** Selects a measure by period, in order, each with its change since the first one. Years are numbers. */
export function selectSeries(
  table: string,
  { period, step }: { period: PeriodColumn; step: SeriesStep },
  measure: Measure,
  alias: { value: string; change: string; percent: string },
): string {
  const [name, from] = [quoteName(period.name), quoteName(table)];
  const key = stepOf(period, step);
  const first = 'first_value(v) over (order by p)';
  const percent = `case when ${first} > 0 then round(100.0 * (v - ${first}) / ${first}, 1) end`;
  return `with s as (select ${key} as p, ${aggregate(measure)} as v from ${from} where ${key} is not null group by 1) select p as ${name}, v as ${quoteName(alias.value)}, ${round(`v - ${first}`)} as ${quoteName(alias.change)}, ${percent} as ${quoteName(alias.percent)} from s where v is not null order by p limit ${seriesRows}`;
}

/** Selects the rows that changed most from one column of a period to another one. */
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
