import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '@ecp/sandbox/jobs/child-program';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The program that executes people's and models' SQL. DuckDB is native code, so that it needs addons. */
export const queryProgram: ChildProgram = {
  name: 'querying',
  main: pathOf('./child/child-main.ts'),
  reads: ['./child', './query-jobs.ts', '../query-errors.ts', '../quote-sql.ts'].map(pathOf),
  packages: ['@duckdb/node-api'],
  allowAddons: true,
  scratchMb: 512,
  heapMb: 128,
  memoryMb: 640,
};
