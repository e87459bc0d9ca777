import { type JobAnswer, serveJobs } from '@ecp/sandbox/serve-jobs';
import { mergeWord } from './merge-word.ts';
import { readDocx, readDocxOrigin } from './reading/read-docx.ts';
import { WordRefusal } from './reading/xml-tree.ts';
import type { WordJob } from './word-files.ts';
import { buildDeliverableFile, buildEngagementFile } from './writing/build-word-file.ts';

/** The child process that writes Word files, and opens those of others. */
serveJobs<WordJob>(async (job, bytes) => {
  switch (job.kind) {
    case 'deliverable':
      return { head: null, body: await buildDeliverableFile(job.report) };
    case 'engagement':
      return { head: null, body: await buildEngagementFile(job.report) };
    case 'origin':
      return refuseOr(async () => ({ head: { origin: await readDocxOrigin(bytes) } }));
    case 'import':
      return refuseOr(async () => {
        const { comments, warnings, ...file } = await readDocx(bytes);
        return { head: { comments, warnings }, body: Buffer.from(mergeWord(job.base, file)) };
      });
  }
});

async function refuseOr(read: () => Promise<JobAnswer>): Promise<JobAnswer> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WordRefusal) return { head: { refused: error.kind } };
    if (error instanceof RangeError) return { head: { refused: 'too_large' } };
    throw error;
  }
}
