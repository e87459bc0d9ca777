import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { splitSentences } from '@ecp/language/split-sentences';
import type { DraftInput, NewQuestion } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { quoteText } from './citations.ts';
import { frameOf } from './frame/frame-of.ts';
import { isInstruction } from './material/detect-instructions.ts';
import { planStems, readTaskTerms } from './material/rank-passages.ts';
import { cleanLine, clipText } from './material/read-blocks.ts';
import { readStems } from './material/words.ts';
import { findRequests } from './plan-tasks.ts';
import { planQueries } from './queries/plan-queries.ts';

/** The tools that a call offers, and what its earlier turns have used. */
export interface ToolOffer {
  names: readonly string[];
  /** Turns that have used tools, without those that only asked people. */
  turn: number;
  hasAsked: boolean;
  /** The results of searches of the web; null before the first one. */
  webResults: string | null;
  hasRead: boolean;
}

type ToolMessage = Extract<LanguageModelV4Prompt[number], { role: 'tool' }>;
type ToolResult = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;

export function readOffer({
  tools = [],
  toolChoice,
  prompt,
}: LanguageModelV4CallOptions): ToolOffer {
  const turns = prompt
    .filter((message) => message.role === 'tool')
    .map(({ content }) => content.filter((part) => part.type === 'tool-result'));
  const results = turns.flat();
  const web = results.filter(({ toolName }) => toolName === 'web_search');
  return {
    names: toolChoice?.type === 'none' ? [] : tools.map(({ name }) => name),
    turn: turns.filter((turn) => !isAsking(turn)).length,
    hasAsked: turns.some(isAsking),
    webResults:
      web.length > 0
        ? web.map(({ output }) => (output.type === 'text' ? output.value : '')).join('\n')
        : null,
    hasRead: results.some(({ toolName }) => toolName === 'read_page'),
  };
}

const isAsking = (turn: ToolResult[]) =>
  turn.length > 0 && turn.every(({ toolName }) => toolName === 'ask_question');

/** Limits the tool calls of one turn. */
const perTurn = 4;
const maxSearches = 3;
const maxQueryLength = 200;
const maxWebTerms = 8;
const pagesToRead = 2;
const maxResults = 40_000;

/**
 * Returns a turn's tool calls: a question about a missing budget, then searches and queries, at
 * last pages.
 */
export async function askTools(
  input: DraftInput,
  { names, turn, hasAsked, webResults, hasRead }: ToolOffer,
  timeSlice: TimeSlice,
): Promise<LanguageModelV4ToolCall[]> {
  if (input.task.kind === 'synthesis') return [];
  if (names.includes('ask_question') && !hasAsked && turn === 0) {
    const question = findMissingBudget(input);
    if (question) return [toolCall('ask-1', 'ask_question', question)];
  }
  const isResearching = input.research !== undefined;
  const web = isResearching && names.includes('web_search') ? writeWebQuery(input) : '';
  const queries = names.includes('query_tables') ? planQueries(input) : [];
  const words = names.includes('search_context') ? await writeSearches(input, timeSlice) : [];
  const searches = queries.length > 0 ? words.slice(0, 1) : words;
  const all = [
    ...(web === '' ? [] : [toolCall('web-1', 'web_search', { query: web })]),
    ...searches.map((query, at) => toolCall(`search-${at + 1}`, 'search_context', { query })),
    ...queries.map(({ sql, title }, at) =>
      toolCall(`query-${at + 1}`, 'query_tables', { sql, title }),
    ),
  ];
  const own = all.slice(turn * perTurn, (turn + 1) * perTurn);
  if (own.length > 0) return own;
  if (!isResearching || webResults === null || hasRead || !names.includes('read_page')) return [];
  return choosePages(input, webResults).map((url, at) =>
    toolCall(`page-${at + 1}`, 'read_page', { url }),
  );
}

function toolCall(toolCallId: string, toolName: string, input: object): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}

const mark = /[ \t]*(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t]+/.source;
const blockEnd = new RegExp(`\\n\\s*\\n|\\n(?=${mark})`);
const blockMark = new RegExp(`^${mark}`);

/** Splits a text into its paragraphs, headings and items of lists, without their marks. */
const splitBlocks = (text: string): string[] =>
  text.split(blockEnd).map((block) => block.replace(blockMark, ''));

/**
 * Asks, in an engagement's first task, about a budget without an amount. Other gaps need a language
 * model.
 */
function findMissingBudget({
  engagement,
  task,
  questions = [],
  questionsLeft = 1,
}: DraftInput): NewQuestion | null {
  const [asking = task] = engagement.tasks;
  if (asking.id !== task.id || questionsLeft < 1 || questions.length > 0) return null;
  const { budget } = frameOf(engagement.language);
  const sentences = splitBlocks(engagement.brief)
    .flatMap((block) => splitSentences(cleanLine(block)))
    .filter((sentence) => budget.word.test(sentence));
  const [first] = sentences.filter((sentence) => !isInstruction(sentence));
  if (first === undefined || sentences.some((sentence) => /\p{Nd}/u.test(sentence))) return null;
  const { question, assumption, impact } = budget;
  return {
    question: question(quoteText(clipText(first, maxQueryLength), engagement.language)),
    assumption,
    impact,
  };
}

/**
 * Searches the sources for words of the task, then requests of the brief. No word of a source
 * reaches a tool.
 */
async function writeSearches(
  { engagement, task }: DraftInput,
  timeSlice: TimeSlice,
): Promise<string[]> {
  const terms = readTaskTerms(task).map(({ shown }) => shown);
  const requests = (await findRequests(engagement, timeSlice)).map(({ text }) => text);
  const queries = [terms.join(' '), ...requests].slice(0, maxSearches);
  return [...new Set(queries.map(cutQuery))].filter((query) => query !== '');
}

/** Returns the key words of a task. No word of a source or of the client's name is sent. */
function writeWebQuery({ task, engagement }: DraftInput): string {
  const client = new Set(readStems(engagement.client));
  const terms = readTaskTerms(task, maxWebTerms * 3).filter(
    ({ stem }) => !client.has(stem) && !planStems.has(stem),
  );
  return cutQuery(
    terms
      .slice(0, maxWebTerms)
      .map(({ shown }) => shown)
      .join(' '),
  );
}

const cutQuery = (query: string) => query.slice(0, maxQueryLength).toWellFormed().trim();

/** Returns the best unread addresses. An address is a line between its title and its snippet. */
function choosePages({ task, pages = [] }: DraftInput, results: string): string[] {
  const wanted = new Set(readTaskTerms(task).map(({ stem }) => stem));
  const known = new Set(pages.map(({ url }) => url));
  const hits = new Map<string, number>();
  const lines = results.slice(0, maxResults).split('\n');
  for (const [at, line] of lines.entries()) {
    const [, url] = /^\s*(https?:\/\/\S+)\s*$/iu.exec(line) ?? [];
    if (url === undefined || known.has(url) || hits.has(url)) continue;
    const words = [lines[at - 1], line, lines[at + 1]].join(' ');
    hits.set(url, new Set(readStems(words).filter((stem) => wanted.has(stem))).size);
  }
  const best = [...hits].toSorted(([, one], [, other]) => other - one);
  return best.slice(0, pagesToRead).map(([url]) => url);
}
