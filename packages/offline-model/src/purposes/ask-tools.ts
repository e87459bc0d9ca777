import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { planQueries } from '../queries/plan-queries.ts';
import { askSearch } from './ask-search.ts';

/** The tools that a call offers, and how many of its turns have used tools before. */
export interface ToolOffer {
  names: readonly string[];
  turn: number;
}

/** Tool calls of one turn that an engine executes. */
const perTurn = 4;

/**
 * Returns the tool calls of a turn before a draft: in the first one searches, of which tables leave one, and then
 * queries. Returns an empty list once no question is left.
 */
export async function askTools(
  input: DraftInput,
  { names, turn }: ToolOffer,
  timeSlice: TimeSlice,
): Promise<LanguageModelV4ToolCall[]> {
  const queries = names.includes('query_tables') ? planQueries(input) : [];
  const words = names.includes('search_context') ? await askSearch(input, timeSlice) : [];
  const searches = (queries.length > 0 ? words.slice(0, 1) : words).map((query, at) =>
    toolCall(`search-${at + 1}`, 'search_context', { query }),
  );
  const asked = queries.map(({ sql, title }, at) => toolCall(`query-${at + 1}`, 'query_tables', { sql, title }));
  return [...searches, ...asked].slice(turn * perTurn, (turn + 1) * perTurn);
}

function toolCall(toolCallId: string, toolName: string, input: Record<string, string>): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}
