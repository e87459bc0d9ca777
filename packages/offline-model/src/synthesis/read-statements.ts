import type { Language } from '@ecp/language/language';
import { findSentenceEnds } from '@ecp/language/split-sentences';
import { unescapeMarkdown } from '@ecp/markdown/rendered-text';
import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { readHeadings } from '../frame/frame-of.ts';
import { isLabel, isRequest } from '../material/classify-passage.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import type { Origin, Passage } from '../material/passage.ts';
import { cleanLine, flattenText } from '../text/clean-line.ts';
import { readStems } from '../text/read-words.ts';
import type { CitedStatement } from './cited-statement.ts';

const maxLine = 4_000;
const maxStatement = 380;
const fewestStems = 3;
/** The line of a footnote's definition. */
export const definitionStart = /^\[\^[^\]\s]{1,100}\]:/u;
const definitionLine = /^\[\^([^\]\s]{1,100})\]:[ \t]*(\S.{0,1000})$/u;
/** References to footnotes. */
export const references = /\[\^([^\]\s]{1,100})\]/gu;
/** An entry that is one quote with its footnotes, as evidence packs write them. */
const wholeQuote =
  /^(?:[-*+] |\d{1,2}[.)] )?(?:“([^“”]+)”|„([^„“”]+)“|«\s?([^«»]+?)\s?»|「([^「」]+)」)((?:\[\^[^\]\s]{1,100}\])+)$/u;
/** Sections that repeat what was asked and answered, or that name other documents. */
const skipped = new Set(
  (['question', 'questions', 'answers', 'assumptions', 'upstream'] as const).flatMap(readHeadings),
);
const conflictHeadings = new Set(readHeadings('conflicts'));
const clippedEnd = / …$/u;

/**
 * Reads the statements of a document for which it cites sources, in reading order, in slices. Statements that the check
 * did not verify, requests, instructions and rows of tables are left out.
 */
export async function readStatements(
  { content, filename, citations = [] }: UpstreamDeliverable,
  language: Language,
  timeSlice: TimeSlice,
): Promise<CitedStatement[]> {
  const lines = content.split('\n');
  const definitions = readDefinitions(lines);
  for (const { footnote, state } of citations) {
    const isOpen = state !== 'verified' && state !== 'computed' && state !== 'unjudged';
    if (footnote !== null && isOpen) definitions.delete(footnote);
  }
  const statements: CitedStatement[] = [];
  let heading: string | null = null;
  let isSkipped = false;
  for (const line of lines) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const [, marks = '', title = ''] = /^(#{1,6})\s+(.{1,300}?)\s*$/.exec(line) ?? [];
    if (title !== '') heading = flattenText(title, 90);
    if (marks.length === 2) isSkipped = skipped.has(title);
    if (title !== '' || isSkipped || line.length > maxLine || /^[|>]/.test(line) || definitionStart.test(line))
      continue;
    const place = { heading, filename, language, order: statements.length };
    statements.push(...readLine(line, definitions, place));
  }
  return statements;
}

function readDefinitions(lines: readonly string[]): Map<string, string> {
  const found = lines.flatMap((line): [string, string][] => {
    const [, label, text] = definitionLine.exec(line) ?? [];
    return label === undefined || text === undefined || isInstruction(text) ? [] : [[label, text.trimEnd()]];
  });
  return new Map(found);
}

interface Place {
  heading: string | null;
  filename: string;
  language: Language;
  order: number;
}

function readLine(line: string, definitions: ReadonlyMap<string, string>, place: Place): CitedStatement[] {
  const [, ...groups] = wholeQuote.exec(line.trim()) ?? [];
  const quoted = groups.slice(0, 4).find((words) => words !== undefined);
  if (quoted !== undefined) return makeStatement(quoted, groups[4] ?? '', true, definitions, place);
  // A pack sets the row of a table against a sentence there.
  if (conflictHeadings.has(place.heading ?? '')) return [];
  return citedSentences(line).flatMap(({ text, labels }) => makeStatement(text, labels, false, definitions, place));
}

/** Cuts a line into sentences and gives each its footnotes, which stand in it or behind its full stop. */
function citedSentences(line: string): { text: string; labels: string }[] {
  const marks: { at: number; label: string }[] = [];
  let removed = 0;
  const bare = line.replace(references, (whole, _label, index: number) => {
    marks.push({ at: index - removed, label: whole });
    removed += whole.length;
    return '';
  });
  if (marks.length === 0) return [];
  const ends = findSentenceEnds(bare);
  return ends.flatMap((end, index) => {
    const start = ends[index - 1] ?? 0;
    const own = marks.filter(({ at }) => at > start && at <= end);
    const text = bare.slice(start, end).replace(/^\s*(?:[-*+]|\d{1,2}[.)])\s+/, '');
    return own.length === 0 ? [] : [{ text, labels: own.map(({ label }) => label).join('') }];
  });
}

function makeStatement(
  written: string,
  labels: string,
  isQuote: boolean,
  definitions: ReadonlyMap<string, string>,
  { heading, filename, language, order }: Place,
): CitedStatement[] {
  const cited = [...labels.matchAll(references)].map(([, label = '']) => definitions.get(label));
  if (cited.length === 0 || cited.some((definition) => definition === undefined)) return [];
  const own = cited.filter((definition) => definition !== undefined);
  const [source = ''] = unescapeMarkdown(own[0] ?? '').split(/: [“„«「]/u);
  const plain = cleanLine(unescapeMarkdown(isQuote ? written : written.replace(/\*\*|__|`/g, '')));
  const words = withoutTitle(plain.replace(clippedEnd, ''), isQuote ? source : '');
  const stems = readStems(words);
  const isUsable = stems.length >= fewestStems && words.length <= maxStatement;
  if (!isUsable || isInstruction(words) || isRequest(words) || isLabel(words)) return [];
  const isBrief = isQuote && source === 'Brief';
  const kind = isQuote ? (isBrief ? 'brief' : 'source') : 'deliverable';
  const label = flattenText(isQuote ? source : filename, 200);
  const origin: Origin = { kind, label, location: null, language, decimalSign: null };
  const passage: Passage = {
    ...{ text: words, clipped: clippedEnd.test(plain), stems, origin, heading, order },
    ...{ isRequest: false, isLabel: false, isInstruction: false },
  };
  return [{ passage, definitions: own, isQuote, isBrief, filename }];
}

/** Cuts the title of a source off its first sentence, where the text of the file joins them. */
function withoutTitle(words: string, source: string): string {
  const [title = ''] = source.split(/, (?=page |sheet )/u);
  const rest = words.slice(title.length).trimStart();
  return title !== '' && words.startsWith(`${title} `) && /^\p{Lu}/u.test(rest) ? rest : words;
}
