import { type ExtractionAnswer, type ExtractionJob, readyMessage } from './extraction-jobs.ts';
import { readFileText } from './read-file-text.ts';
import { htmlToText } from './text/html-to-text.ts';

/**
 * The child process that reads untrusted files. It does one job at a time and answers over the channel to its parent.
 */
process.on('message', (job: ExtractionJob) => {
  void answer(job).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
process.send?.(readyMessage);

async function answer(job: ExtractionJob): Promise<ExtractionAnswer> {
  if (job.kind === 'file') return { kind: 'file', extraction: await readFileText(job.file, job.limits) };
  try {
    return { kind: 'page', page: htmlToText(job.page) };
  } catch {
    return { kind: 'page', page: null };
  }
}
