import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { FigureConflict } from '../conflicts/figure-conflict.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import type { Frame } from '../frame/en.ts';
import { joinWords, readHeadings } from '../frame/frame-of.ts';
import type { Material, Origin } from '../material/passage.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import { nameTable } from './choose-tables.ts';
import { type Citations, quotePassage } from './citations.ts';
import type { Gaps } from './find-gaps.ts';
import { writeList } from './write-markdown.ts';
import type { ComputedTable } from './write-tables.ts';

/** The language of a document with its words. */
export interface Writing {
  frame: Frame;
  language: Language;
  citations: Citations;
}

/** Returns the id of the query with the sum of a typed table's column, given its head; null without one. */
export type FindTotal = (tableId: string, head: string, sum: number) => string | null;

const maxConflicts = 6;
const maxSteered = 6;

/** Writes facts word for word under the names of their sources, in reading order. */
export function writeFacts(facts: RankedPassage[], writing: Writing): string {
  const { frame, language, citations } = writing;
  const groups = Map.groupBy(facts, ({ passage }) => nameSource(passage.origin, writing));
  const parts = [...groups].map(([name, own]) => {
    const quotes = own.map(({ passage }) => quotePassage(passage, citations, language));
    return `### ${escapeMarkdown(name)}\n\n${writeList(quotes)}`;
  });
  return parts.join('\n\n') || frame.nothing.facts;
}

/** Names the brief, or a file in quotation marks: whoever names a file may write an order. */
const nameSource = ({ kind, label }: Origin, { frame, language }: Writing) =>
  kind === 'brief' ? frame.briefHeading : quoteText(label, language);

/**
 * Returns the conflicts that concern a task, likeliest first: those that share one of the task's own words, or that
 * contradict one of its quotes. A conflict that an earlier document shows is left out.
 */
export function chooseConflicts(
  conflicts: FigureConflict[],
  own: ReadonlySet<string>,
  quoted: ReadonlySet<string>,
  upstream: UpstreamDeliverable[],
  frame: Frame,
): FigureConflict[] {
  const concerns = ({ passage, stems }: FigureConflict) =>
    own.size === 0 || quoted.has(passage.text) || [...stems].some((stem) => own.has(stem));
  // An earlier document arrives as markdown alone, so only its text tells which conflicts it shows.
  const isShown = (conflict: FigureConflict) =>
    upstream.some(({ content }) => content.includes(`**${nameFigures(conflict, frame)}**`));
  return conflicts.filter((conflict) => concerns(conflict) && !isShown(conflict)).slice(0, maxConflicts);
}

/** Names the two figures of a conflict: "398 or 371". */
export function nameFigures({ shown, otherShown, other }: FigureConflict, frame: Frame): string {
  const second = other.kind === 'row' && other.isComputed ? `${otherShown} (${frame.conflicts.sumOfRows})` : otherShown;
  return escapeMarkdown(frame.conflicts.or(shown, second));
}

/** Names the two figures of a conflict with their places: "398 (review.pdf) or 371 (Clinics 2025: Total)". */
export function nameSides({ shown, otherShown, passage, other }: FigureConflict, writing: Writing): string {
  const place =
    other.kind === 'row'
      ? `${nameTable(other.table, writing.language)}: ${other.place}`
      : nameSource(other.passage.origin, writing);
  const first = `${shown} (${nameSource(passage.origin, writing)})`;
  return escapeMarkdown(writing.frame.conflicts.or(first, `${otherShown} (${place})`));
}

/**
 * Writes both sides of each conflict in their own words and with their sources, then totals that do not add up.
 * @param findTotal finds the query that computed a total
 */
export function writeConflicts(
  conflicts: FigureConflict[],
  tables: ComputedTable[],
  findTotal: FindTotal,
  writing: Writing,
): string {
  const { frame, language, citations } = writing;
  const sides = ({ passage, other }: FigureConflict) => [
    quotePassage(passage, citations, language),
    other.kind === 'passage' ? quotePassage(other.passage, citations, language) : writeRow(other, findTotal, writing),
  ];
  const differing = conflicts.map((conflict) => `**${nameFigures(conflict, frame)}**\n\n${writeList(sides(conflict))}`);
  const totals = tables.flatMap(({ table, name, wrongTotals }) =>
    wrongTotals.map(({ header, sum, given, calculation }) => {
      const told = frame.conflicts.wrongTotal(name, escapeMarkdown(header), escapeMarkdown(sum), escapeMarkdown(given));
      const source = citations.citeTable(table.origin);
      return `${told}${source}${calculation === null ? '' : citations.citeCalculation(calculation, sum, [source])}`;
    }),
  );
  if (differing.length === 0 && totals.length === 0) return frame.nothing.conflicts;
  return [frame.conflicts.intro, ...differing, writeList(totals)].filter(Boolean).join('\n\n');
}

/**
 * Writes a row with its source: the query that has its total, else its table, from which the check computes a sum. A
 * query knows no name of a sheet, which may hold a year; the questions to the client name the sheet.
 */
function writeRow(
  { table, text, figure, totalOf, value }: Extract<FigureConflict['other'], { kind: 'row' }>,
  findTotal: FindTotal,
  { frame, language, citations }: Writing,
): string {
  const id = table.origin.table && totalOf !== null ? findTotal(table.origin.table.id, totalOf, value) : null;
  if (id !== null) return escapeMarkdown(frame.query.sumIs(totalOf ?? '', figure)) + citations.citeQuery(id);
  return escapeMarkdown(`${nameTable(table, language)}: ${text}`) + citations.citeTable(table.origin);
}

/** Writes what the task names and the material does not, and what the material itself calls unknown. */
export function writeGaps(gaps: Gaps, unknown: RankedPassage[], { frame, language, citations }: Writing): string {
  const points = gaps.silent.map(({ text }) => frame.gaps.silent(escapeMarkdown(text)));
  if (gaps.words.length > 0) {
    const words = joinWords(
      gaps.words.map(({ shown }) => escapeMarkdown(shown)),
      language,
    );
    points.push(frame.gaps.words(words));
  }
  const stated = unknown.map(({ passage }) => quotePassage(passage, citations, language));
  const parts = [writeList(points), ...(stated.length > 0 ? [frame.gaps.stated, writeList(stated)] : [])];
  return parts.filter(Boolean).join('\n\n') || frame.nothing.gaps;
}

/**
 * Writes a question to the client for each conflict, gap and table that cannot be read, and for text that gives orders.
 */
export function writeQuestions(
  findings: { conflicts: FigureConflict[]; tables: ComputedTable[]; gaps: Gaps; material: Material },
  writing: Writing,
): string {
  const { frame, language } = writing;
  const { conflicts, tables, gaps, material } = findings;
  const ofTables = tables.flatMap(({ table, name, shape, wrongTotals }) => [
    ...wrongTotals.map(({ header, sum, given }) =>
      frame.questions.total(name, escapeMarkdown(header), escapeMarkdown(sum), escapeMarkdown(given)),
    ),
    ...(table.isComplete ? [] : [frame.questions.partial(name)]),
    ...(shape && shape.unclear.length > 0
      ? [frame.questions.unclear(name, joinWords(shape.unclear.map(escapeMarkdown), language))]
      : []),
  ]);
  const names = [...new Set([...material.steered].map((origin) => nameSource(origin, writing)))];
  const steered = joinWords(names.slice(0, maxSteered).map(escapeMarkdown), language);
  const questions = [
    ...conflicts.map((conflict) => frame.questions.conflict(nameSides(conflict, writing))),
    ...ofTables,
    ...gaps.silent.map(({ text }) => frame.questions.gap(escapeMarkdown(text))),
    ...(steered === '' ? [] : [frame.questions.steered(steered)]),
  ];
  return writeList(questions) || frame.nothing.questions;
}

const maxHeadings = 8;

/** Names earlier documents with the headings of their sections. */
export function writeUpstream(upstream: UpstreamDeliverable[], { frame, language }: Writing): string {
  const entries = upstream.map(({ taskName, filename, content }) => {
    const headings = listHeadings(content).slice(0, maxHeadings);
    const held = headings.length > 0 ? ` ${frame.holds(joinWords(headings, language))}` : '';
    const name = escapeMarkdown(flattenText(taskName, 200) || frame.untitled);
    return `**${name}** (${escapeMarkdown(flattenText(filename, 200))})${held}`;
  });
  return writeList(entries);
}

/** Headings of packs that say nothing of what is below them. */
const ownHeadings = new Set(
  (['question', 'facts', 'tables', 'conflicts', 'gaps', 'questions'] as const).flatMap(readHeadings),
);

/** Returns the headings of level 2, each with those of level 3 below it in brackets. */
function listHeadings(content: string): string[] {
  const found: { title: string; below: string[] }[] = [];
  for (const [, marks = '', title = ''] of content.matchAll(/^(#{2,3}) (\S.{0,200}?)[ \t]*$/gm)) {
    const words = flattenText(title, 90);
    if (marks.length === 2) found.push({ title: words, below: [] });
    else found.at(-1)?.below.push(words);
  }
  const telling = found.filter(({ title, below }) => below.length > 0 || !ownHeadings.has(title));
  return (telling.length > 0 ? telling : found).map(({ title, below }) =>
    below.length > 0 ? `${title} (${below.slice(0, maxHeadings).join('; ')})` : title,
  );
}
