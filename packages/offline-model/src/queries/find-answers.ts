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

/**
 * Returns a function that finds the query with the sum of a column, and returns its id; null if none has this sum. The
 * head is that of the text of the sheet, where it may hold the unit: "Revenue (EUR)".
 */
export function findTotalIn(
  answers: readonly AnsweredQuery[],
): (tableId: string, head: string, sum: number) => string | null {
  return (tableId, head, sum) => findTotal(answers, tableId, head, sum);
}

function findTotal(answers: readonly AnsweredQuery[], tableId: string, head: string, sum: number): string | null {
  const found = answers.find((answer) => {
    if (answer.kind !== 'totals' || answer.table.id !== tableId) return false;
    return answer.columns.some(({ alias, measure, how }) => {
      const isNamed = head === measure.name || head.startsWith(`${measure.name} (`);
      const at = answer.result.columns.findIndex(({ name }) => name === alias);
      return how === 'total' && measure.isAdditive && isNamed && answer.result.rows[0]?.[at] === sum;
    });
  });
  return found?.result.id ?? null;
}
