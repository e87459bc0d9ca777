import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { readLines } from './rows.ts';
import type { WorkbookJob } from './workbook-files.ts';
import { writeTable } from './write-table.ts';

/** The child process that writes workbooks. */
serveJobs<WorkbookJob>((job, bytes) => {
  switch (job.kind) {
    case 'table':
      return { head: null, body: writeTable({ ...job.table, rows: readLines(bytes) }) };
  }
});
