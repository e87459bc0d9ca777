import { serveJobs } from '@ecp/sandbox/serving/serve-jobs';
import type { QueryJob } from '../query-jobs.ts';
import { answerQuery } from './answer-query.ts';

/** The child process that executes queries. DuckDB is loaded before the first one arrives. */
serveJobs<QueryJob>(answerQuery);
