import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { findBriefRequests } from '../brief/find-brief-requests.ts';
import { readTaskTerms } from '../brief/make-query.ts';

const maxAsks = 2;
const maxQueryLength = 200;

/**
 * Returns the searches before a draft: the words of its task, then the strongest requests of the brief. They are made of
 * task and brief alone, so that no word of a source reaches a tool.
 */
export async function askSearch({ engagement, task }: DraftInput, timeSlice: TimeSlice): Promise<string[]> {
  const terms = readTaskTerms(task).map(({ shown }) => shown);
  const asks = (await findBriefRequests(engagement.brief, timeSlice)).slice(0, maxAsks).map(({ text }) => text);
  const queries = [terms.join(' '), ...asks].map((query) => query.slice(0, maxQueryLength).trim());
  return [...new Set(queries)].filter((query) => query !== '');
}
