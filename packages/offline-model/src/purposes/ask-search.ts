import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { findRequests } from '../brief/find-requests.ts';
import { readTaskTerms } from '../brief/make-query.ts';

const maxRequests = 2;
const maxQueryLength = 200;

/**
 * Returns the searches before a draft: the words of its task, then the first requests of the brief. They are made of
 * task and brief alone, so that no word of a source reaches a tool.
 */
export async function askSearch({ engagement, task }: DraftInput, timeSlice: TimeSlice): Promise<string[]> {
  const terms = readTaskTerms(task).map(({ shown }) => shown);
  const requests = (await findRequests(engagement, timeSlice)).slice(0, maxRequests).map(({ text }) => text);
  const queries = [terms.join(' '), ...requests].map((query) => query.slice(0, maxQueryLength).toWellFormed().trim());
  return [...new Set(queries)].filter((query) => query !== '');
}
