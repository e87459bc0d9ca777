import type { TableColumn } from './queries.ts';

/** A column with a key that no other column of the table has. */
export interface KeyedColumn {
  key: string;
  column: TableColumn;
  /** Position of the column's cells in a row. */
  at: number;
}

/** Gives each column a key. A query may name two columns alike. */
export function keyColumns(columns: readonly TableColumn[]): KeyedColumn[] {
  const seen = new Map<string, number>();
  return columns.map((column, at) => {
    const count = (seen.get(column.name) ?? 0) + 1;
    seen.set(column.name, count);
    return { key: `${column.name} ${count}`, column, at };
  });
}
