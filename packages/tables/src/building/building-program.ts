import { describeBundle } from '@ecp/sandbox/jobs/child-program';

/** The program that builds tables from files. DuckDB is native code, so that it needs addons. */
export const buildingProgram = describeBundle({
  name: 'table-building',
  source: new URL('./child/child-main.ts', import.meta.url),
  reads: [],
  packages: ['@duckdb/node-bindings'],
  allowAddons: true,
  scratchMb: 1_024,
  heapMb: 1_024,
  memoryMb: 1_536,
});
