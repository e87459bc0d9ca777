import type { DataTable } from '../../data/data-queries.ts';

/** DuckDB's reserved words, which are no names without quotation marks. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
  deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into
  lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider placing primary qualify
  references returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic
  when where window with`.split(/\s+/),
);

const simpleName = /^[a-z_][a-z0-9_]*$/i;

/** Quotes a name for SQL unless it is a simple one that is not reserved. */
export function quoteName(name: string): string {
  const isPlain = simpleName.test(name) && !reserved.has(name.toLowerCase());
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

const firstRows = 100;

/** Writes a first query of a table: all its columns, with the rows limited. */
export const selectAll = ({ name }: Pick<DataTable, 'name'>): string =>
  `select *\nfrom ${quoteName(name)}\nlimit ${firstRows}`;
