import type { EngineQuery } from '@ecp/model-calls/prompt-types';

type Cell = EngineQuery['rows'][number][number];
export type Row = Record<string, Cell>;

/** A result as the platform gives it, without its record. */
export interface Evaluated {
  columns: EngineQuery['columns'];
  rows: Cell[][];
}

const round = (value: number, decimals = 2) => Number(value.toFixed(decimals));
const aggregates: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
};

/**
 * Evaluates an offline model's statement over rows. Throws for an unknown form, so that tests
 * notice it.
 */
export function evaluateStatement(sql: string, rows: readonly Row[]): Evaluated {
  if (sql.startsWith('select count(*)')) return evaluateTotals(sql, rows);
  const group = /^select ("[^"]+"), round\((\w+)\("([^"]+)"\), 2\) as "([^"]+)"/.exec(sql);
  if (group)
    return evaluateGroups(
      sql,
      rows,
      group.slice(1).map((part) => part.replaceAll('"', '')),
    );
  const series = /try_cast\("([^"]+)" as integer\) as p, round\((\w+)\("([^"]+)"\), 2\) as v/.exec(
    sql,
  );
  if (series) return evaluateSeries(sql, rows, series.slice(1));
  throw new Error(`No known form of a statement: ${sql}`);
}

function evaluateTotals(sql: string, rows: readonly Row[]): Evaluated {
  const parts = [...sql.matchAll(/round\((\w+)\("([^"]+)"\), 2\) as "([^"]+)"/g)];
  const [, count = ''] = /count\(\*\) as "([^"]+)"/.exec(sql) ?? [];
  const values = parts.map(([, how = '', column = '']) => aggregate(how, rows, column));
  return toResult([count, ...parts.map(([, , , alias = '']) => alias)], [[rows.length, ...values]]);
}

function evaluateGroups(
  sql: string,
  rows: readonly Row[],
  [label = '', how = '', column = '', alias = '']: string[],
) {
  const [, share, groups = ''] =
    /(?: as "([^"]+)", )?count\(\*\) over \(\) as "([^"]+)"/.exec(sql) ?? [];
  const total = aggregate('sum', rows, column);
  const found = [...Map.groupBy(rows, (row) => row[label] ?? null)].map(([name, own]): Cell[] => {
    const value = aggregate(how, own, column);
    return [name, value, ...(share === undefined ? [] : [round((100 * value) / total, 1)])];
  });
  const sorted = found
    .toSorted((a, b) => Number(b[1]) - Number(a[1]))
    .map((row) => [...row, found.length]);
  return toResult(
    [label, alias, ...(share === undefined ? [] : [share]), groups],
    sorted.slice(0, 12),
  );
}

function evaluateSeries(
  sql: string,
  rows: readonly Row[],
  [period = '', how = '', column = '']: string[],
): Evaluated {
  const names = [...(sql.split(' select p as ')[1] ?? '').matchAll(/ as "([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  const steps = [...Map.groupBy(rows, (row) => row[period] ?? null)]
    .map(([step, own]) => ({ step, value: aggregate(how, own, column) }))
    .toSorted((a, b) => Number(a.step) - Number(b.step));
  const first = steps[0]?.value ?? 0;
  const told = steps.map(({ step, value }) => [
    step,
    value,
    round(value - first),
    round((100 * (value - first)) / first, 1),
  ]);
  return toResult([period, ...names], told);
}

function aggregate(how: string, rows: readonly Row[], column: string): number {
  const apply = aggregates[how];
  if (!apply) throw new Error(`No function ${how}`);
  return round(apply(rows.map((row) => Number(row[column]))));
}

function toResult(names: string[], rows: Cell[][]): Evaluated {
  const typeOf = (at: number) =>
    typeof rows[0]?.[at] === 'number' ? ('number' as const) : ('text' as const);
  return { columns: names.map((name, at) => ({ name, type: typeOf(at), unit: null })), rows };
}
