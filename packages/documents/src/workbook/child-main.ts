import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { writeEngagement } from './engagement/write-engagement.ts';
import { readBook, readLines, readParts } from './rows.ts';
import type { WorkbookJob } from './workbook-files.ts';
import { writeTable } from './write-table.ts';

/** The child process that writes workbooks. */
serveJobs<WorkbookJob>((job, bytes) => {
  switch (job.kind) {
    case 'table':
      return { head: null, body: writeTable({ ...job.table, rows: readLines(bytes) }) };
    case 'engagement':
      return {
        head: null,
        body: writeEngagement(
          readBook(bytes.subarray(0, job.bookBytes)),
          readParts(bytes.subarray(job.bookBytes), job.parts),
        ),
      };
  }
});
