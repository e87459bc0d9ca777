import { serveJobs } from '../serve-jobs.ts';

const AsyncFunction = (async () => undefined).constructor as new (
  source: string,
) => () => Promise<unknown>;

/**
 * A child program that has been taken over: it runs the code of each job and answers with what the
 * code returns.
 */
serveJobs<string>(async (code) => ({ head: await new AsyncFunction(code)() }));
