import type { ColumnType } from '../../../table-types.ts';

/**
 * How the values of a column are stored. Numbers are exact decimals where 38 digits hold them, so that sums do not
 * depend on the order of rows; `double` is for the rest.
 */
export type Storage = 'text' | 'boolean' | 'date' | 'whole' | 'decimal' | 'wide' | 'double';

/** A column to store. */
export interface StoredColumn {
  name: string;
  unit: string | null;
  storage: Storage;
  /** Digits after the decimal sign; 0 but for `decimal` and `wide`. */
  scale: number;
}

/** Returns the type that people see. */
export function typeOf(storage: Storage): ColumnType {
  return storage === 'text' || storage === 'boolean' || storage === 'date' ? storage : 'number';
}

/** Returns DuckDB's name of a column's type. */
export function sqlTypeOf({ storage, scale }: StoredColumn): string {
  if (storage === 'decimal') return `decimal(18, ${scale})`;
  if (storage === 'wide') return `decimal(38, ${scale})`;
  return { text: 'varchar', boolean: 'boolean', date: 'date', whole: 'bigint', double: 'double' }[storage];
}
