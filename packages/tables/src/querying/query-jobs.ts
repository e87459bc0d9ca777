import type { FailureReason, RefusalReason } from '../query-errors.ts';
import type { TableColumn } from '../table-types.ts';

/** A query for a child. The body has the Parquet of the tables with a size, one after the other. */
export interface QueryJob {
  sql: string;
  tables: { name: string; sha256: string; sizeBytes: number | null }[];
  /** Time for the query itself, in milliseconds. */
  timeMs: number;
}

/** The head of a child's answer. The rows are the body: a line of JSON for each. */
export type QueryHead =
  | { kind: 'missing'; sha256: string[] }
  | { kind: 'refused'; reason: RefusalReason; detail: string }
  | { kind: 'failed'; reason: FailureReason; detail: string }
  | { kind: 'rows'; columns: TableColumn[]; truncated: boolean; tables: string[] };

/** Limits of contract 10. */
export const queryLimits = {
  sqlLength: 20_000,
  rows: 1_000,
  resultBytes: 5 * 1024 * 1024,
  timeMs: 10_000,
  memoryMb: 256,
} as const;
