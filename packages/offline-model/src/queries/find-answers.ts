import type { DraftInput, EngineQuery } from '@ecp/model-calls/prompt-types';
import { type PlannedQuery, planQueries } from './plan-queries.ts';

/** A planned query with its result. */
export type AnsweredQuery = PlannedQuery & { result: EngineQuery };

/** Finds the results of the planned queries. A refused one has none. */
export function findAnswers(input: DraftInput): AnsweredQuery[] {
  const results = new Map((input.queries ?? []).map((query) => [query.sql, query]));
  return planQueries(input).flatMap((planned) => {
    const result = results.get(planned.sql);
    return result && result.rows.length > 0 ? [{ ...planned, result }] : [];
  });
}
