import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '@ecp/sandbox/jobs/child-program';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The program that builds tables from files. DuckDB is native code, so that it needs addons. */
export const buildingProgram: ChildProgram = {
  name: 'table-building',
  main: pathOf('./child/child-main.ts'),
  reads: ['./child', './build-jobs.ts', './choose-table-name.ts', '../quote-sql.ts'].map(pathOf),
  packages: ['@duckdb/node-api', '@duckdb/node-bindings', '@e965/xlsx'],
  allowAddons: true,
  scratchMb: 1_024,
  heapMb: 1_024,
  memoryMb: 1_536,
};
