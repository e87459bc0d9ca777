import { describeBundle } from '@ecp/sandbox/jobs/child-program';

/** The program that executes people's and models' SQL. DuckDB is native code, so that it needs addons. */
export const queryProgram = describeBundle({
  name: 'querying',
  source: new URL('./child/child-main.ts', import.meta.url),
  reads: [],
  packages: ['@duckdb/node-bindings'],
  allowAddons: true,
  scratchMb: 512,
  heapMb: 128,
  memoryMb: 640,
});
