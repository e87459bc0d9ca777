import type { BuildProblem, BuiltTable, Unread } from '../table-types.ts';

/** A file for a child; its bytes are the body. */
export interface BuildJob {
  filename: string;
}

/** The head of a child's answer. The Parquet of the tables is the body, one after the other. */
export interface BuildHead {
  tables: (Omit<BuiltTable, 'parquet'> & { sizeBytes: number })[];
  unread: Unread[];
  problem: BuildProblem | null;
}
