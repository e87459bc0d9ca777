import { serveJobs } from '@ecp/sandbox/serve-jobs';

/**
 * Replaces the reading program and does what the file says: hang, allocate buffers, fill the heap,
 * die, lie.
 */
serveJobs((_job, bytes) => {
  const held: unknown[] = [];
  const wish = bytes.toString().trim();
  while (wish === 'hang');
  while (wish === 'buffers') held.push(Buffer.alloc(16 * 1024 * 1024, 1));
  while (wish === 'heap') held.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  if (wish === 'die') process.exit(3);
  if (wish === 'lie') return { head: { state: 'extracted', sections: 'none' } };
  return {
    head: { state: 'empty', note: wish, sections: [], truncated: false, hasTextlessParts: false },
  };
});
