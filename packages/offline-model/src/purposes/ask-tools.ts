import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { planQueries } from '../queries/plan-queries.ts';
import { chooseQuestions } from '../questions/choose-questions.ts';
import { askSearch } from './ask-search.ts';
import { choosePages, writeWebQuery } from './ask-web.ts';

/** The tools that a call offers, and what its earlier turns have used. */
export interface ToolOffer {
  names: readonly string[];
  /** Number of turns that have used tools, without those that only asked people. */
  turn: number;
  /** True if a turn of this call has asked people. */
  hasAsked: boolean;
  /** The results of searches of the web; null before the first one. */
  webResults: string | null;
  /** True if a turn has read pages of the web. */
  hasRead: boolean;
}

/** Tool calls of one turn that an engine executes. */
const perTurn = 4;

/**
 * Returns the tool calls of a turn before a draft: first the questions to people; then a search of the web and searches
 * of the sources, of which tables leave one, with queries; at last the best pages of the search. Returns an empty list
 * once nothing is left to ask, and for a synthesis.
 */
export async function askTools(
  input: DraftInput,
  offer: ToolOffer,
  timeSlice: TimeSlice,
): Promise<LanguageModelV4ToolCall[]> {
  // A synthesis concludes from the documents; it asks nobody and searches nothing.
  if (input.task.kind === 'synthesis') return [];
  const { names, turn, hasAsked } = offer;
  if (names.includes('ask_question') && !hasAsked && turn === 0) {
    const questions = await chooseQuestions(input, timeSlice);
    if (questions.length > 0) return questions.map((asked, at) => toolCall(`ask-${at + 1}`, 'ask_question', asked));
  }
  const queries = names.includes('query_tables') ? planQueries(input) : [];
  const words = names.includes('search_context') ? await askSearch(input, timeSlice) : [];
  const searches = (queries.length > 0 ? words.slice(0, 1) : words).map((query, at) =>
    toolCall(`search-${at + 1}`, 'search_context', { query }),
  );
  const asked = queries.map(({ sql, title }, at) => toolCall(`query-${at + 1}`, 'query_tables', { sql, title }));
  const all = [...searchWeb(input, names), ...searches, ...asked];
  const own = all.slice(turn * perTurn, (turn + 1) * perTurn);
  return own.length > 0 ? own : readPages(input, offer);
}

function searchWeb(input: DraftInput, names: readonly string[]): LanguageModelV4ToolCall[] {
  if (input.research === undefined || !names.includes('web_search')) return [];
  const query = writeWebQuery(input);
  return query === '' ? [] : [toolCall('web-1', 'web_search', { query })];
}

function readPages(input: DraftInput, { names, webResults, hasRead }: ToolOffer): LanguageModelV4ToolCall[] {
  if (input.research === undefined || webResults === null || hasRead || !names.includes('read_page')) return [];
  return choosePages(input, webResults).map((url, at) => toolCall(`page-${at + 1}`, 'read_page', { url }));
}

function toolCall(toolCallId: string, toolName: string, input: object): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}
