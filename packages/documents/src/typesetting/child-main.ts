import { serveJobs } from '@ecp/sandbox/serve-jobs';
import type { RenderJob } from '../reports/report-types.ts';
import { createTypesetter } from './typesetter.ts';

/**
 * The child process that prints documents. Fonts and templates are loaded before the first one
 * arrives.
 */
const typesetter = createTypesetter();
typesetter.warmUp();
serveJobs<RenderJob>((job) => {
  // Old layouts can be released only one turn of the event loop after their document.
  setImmediate(() => typesetter.forget());
  const { pdf, notes } = typesetter.typeset(job);
  return { head: notes, body: pdf };
});
