import { type JobAnswer, scratchFolder, serveJobs } from '@ecp/sandbox/serve-jobs';
import type { BuildHead, BuildJob } from '../build-tables.ts';
import { readFile } from './read-file.ts';

/** The child process that builds tables. */
serveJobs<BuildJob>(async ({ filename }, bytes): Promise<JobAnswer> => {
  const { tables, ...rest } = await readFile(filename, bytes, scratchFolder());
  const head: BuildHead = {
    tables: tables.map(({ parquet, ...table }) => ({ ...table, sizeBytes: parquet.length })),
    ...rest,
  };
  const [first, ...others] = tables.map(({ parquet }) => parquet);
  // A single one is not copied, because it may be large.
  return {
    head,
    body:
      first && others.length > 0 ? Buffer.concat([first, ...others]) : (first ?? Buffer.alloc(0)),
  };
});
