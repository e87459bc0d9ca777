import { serveJobs } from '../serve-jobs.ts';

/**
 * A child that does what its job says: `hang`, `sleep`, `buffers`, `heap`, `die`, `throw`, `lie`,
 * or answers.
 */
serveJobs<string>(async (job, body) => {
  const held: unknown[] = [];
  while (job === 'hang');
  if (job === 'sleep') await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  while (job === 'buffers') held.push(Buffer.alloc(16 * 1024 * 1024, 1));
  while (job === 'heap') held.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  if (job === 'die') process.exit(3);
  if (job === 'throw') throw new Error('The program failed');
  return { head: { pid: process.pid, job, bytes: body.length }, body };
});
