import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { FigureConflict } from '../conflicts/figure-conflict.ts';
import { planQueries } from '../queries/plan-queries.ts';
import { chooseQuestions } from '../questions/choose-questions.ts';
import { readStems } from '../text/read-words.ts';
import { askSearch } from './ask-search.ts';
import { choosePages, writeWebQuery } from './ask-web.ts';
import { findShownConflicts } from './write-draft.ts';

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
 * of the sources, of which tables leave one, with queries, and reports of conflicts; at last the best pages of the search. Returns an empty list
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
  const notes = turn === 0 && names.includes('note_conflict') ? await noteConflicts(input, timeSlice) : [];
  return own.length + notes.length > 0 ? [...notes, ...own] : readPages(input, offer);
}

/** Most conflicts that a document reports, and longest texts of a report, as the tool takes them. */
const maxNotes = 4;
const longest = { about: 300, text: 600, place: 300 };

/** Reports the conflicts that the document will show, so that people see them beside it. */
async function noteConflicts(input: DraftInput, timeSlice: TimeSlice): Promise<LanguageModelV4ToolCall[]> {
  const found = await findShownConflicts(input, timeSlice);
  const reports = found.flatMap((conflict) => describeReport(conflict) ?? []);
  return reports.slice(0, maxNotes).map((report, at) => toolCall(`note-${at + 1}`, 'note_conflict', report));
}

/** Returns the report of a conflict; null if a value stands in no source, such as a sum of rows. */
function describeReport({ passage, shown, other, otherShown, stems }: FigureConflict): object | null {
  if (other.kind === 'row' && other.isComputed) return null;
  const words = passage.text.split(/\s+/).filter((word) => readStems(word).some((stem) => stems.has(stem)));
  const shared = words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')).join(' ');
  const about = other.kind === 'row' ? other.place : shared;
  const second =
    other.kind === 'row'
      ? { value: other.value, text: other.figure, origin: other.table.origin, place: other.place }
      : { value: otherShown, text: other.passage.text, origin: other.passage.origin, place: null };
  const { origin } = passage;
  return {
    about: about.slice(0, longest.about) || shown,
    values: [{ value: shown, text: passage.text, origin, place: null }, second].map(
      ({ value, text, origin: { label, location }, place }) => ({
        ...{ value, text: text.slice(0, longest.text), filename: label },
        place: (place ?? location ?? '').slice(0, longest.place),
      }),
    ),
  };
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
