import { serveJobs } from '@ecp/sandbox/serve-jobs';
import type { QueryJob } from '../run-query.ts';
import { answerQuery } from './answer-query.ts';

/** The child process that executes queries. DuckDB is loaded before the first one arrives. */
serveJobs<QueryJob>(answerQuery);
