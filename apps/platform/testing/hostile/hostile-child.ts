import { readyMessage } from '../../src/work/text-extraction/extraction-jobs.ts';

/** Replaces the extraction child and does what the file's path says: hang, allocate buffers, fill the heap, die. */
process.on('message', (job: { file: { path: string } }) => {
  const held: unknown[] = [];
  const { path } = job.file;
  while (path === 'hang');
  while (path === 'buffers') held.push(Buffer.alloc(16 * 1024 * 1024, 1));
  while (path === 'heap') held.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  if (path === 'die') process.exit(3);
  process.send?.({
    kind: 'file',
    extraction: { state: 'empty', note: String(process.pid), sections: [], truncated: false },
  });
});
process.on('disconnect', () => process.exit(0));
process.send?.(readyMessage);
