import { questionLimits } from '@ecp/contract/values/limits';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import { readDeclaration } from '@ecp/evidence/footnotes';
import { type Language, languages } from '@ecp/language/language';
import {
  cutSections,
  headingOf,
  isAnswersSection,
  joinSections,
  keepSections,
  type SectionedDocument,
  titleOf,
  withoutAnswers,
} from '@ecp/markdown/sectioned-document';
import type { PreviousVersion } from '@ecp/model-calls/prompt-material';
import type { AnsweredNote, AskedQuestion, DraftInput } from '@ecp/model-calls/prompt-types';

/** Limits the characters of each text. */
const longest = { note: 2_000, answer: 1_000, section: 200 };

export interface AmendedPoint {
  text: string;
  commentId: string | null;
}

/**
 * Lists the answer to each point, in order. A point without an answer is not met; unknown sections
 * are omitted.
 */
export function listNoteAnswers(
  document: SectionedDocument,
  points: readonly AmendedPoint[],
  answered: ReadonlyMap<number, AnsweredNote>,
): NoteAnswer[] {
  const titles = document.sections.flatMap(({ raw }) => titleOf(raw) ?? []);
  return points.map(({ text, commentId }, index) => {
    const note = cutText(text, longest.note);
    const answer = answered.get(index + 1);
    if (!answer) return { commentId, note, outcome: 'not_met', section: null, text: '' };
    const named = foldTitle(answer.section ?? '');
    const section = titles.find((title) => foldTitle(title) === named) ?? null;
    return {
      commentId,
      note,
      outcome: answer.status,
      section: section && cutText(section, longest.section),
      text: cutText(answer.answer.trim(), longest.answer),
    };
  });
}

/** Lists the points that a new version answers: the notes, then the comments. */
export function listPoints({
  reviewNotes,
  comments = [],
}: Pick<DraftInput, 'reviewNotes' | 'comments'>): AmendedPoint[] {
  return [
    ...reviewNotes.map((text) => ({ text, commentId: null })),
    ...comments.map(({ id, body }) => ({ text: body, commentId: id })),
  ];
}

/** A line of the answers that a document gives in its text: number, outcome, and the answer. */
const answerLine =
  /^\s*(\d{1,3})[.)]\s*(?:[*_(]*\s*(met|partly|not[ _-]?met)\b[^\p{L}\p{N}]*)?(.*)$/iu;

/**
 * Removes the note answers from a new text. Without an outcome a line is partly met; without a
 * line, not met.
 */
export function takeAnswers(
  content: string,
  points: readonly AmendedPoint[],
): { content: string; noteAnswers: NoteAnswer[] } {
  const document = cutSections(content);
  const section = document.sections.find(({ raw }) => isAnswersSection(raw));
  const own = section ? withoutAnswers(document) : document;
  const answered = new Map<number, AnsweredNote>();
  for (const line of (section?.raw ?? '').split('\n')) {
    const [, number, outcome, text = ''] = answerLine.exec(line) ?? [];
    if (number === undefined) continue;
    const status = outcome === undefined ? 'partly' : outcomeOf(outcome);
    answered.set(Number(number), { note: Number(number), status, answer: text.trim() });
  }
  return {
    content: section ? joinSections(own) : content,
    noteAnswers: listNoteAnswers(own, points, answered),
  };
}

function outcomeOf(words: string): AnsweredNote['status'] {
  const folded = words.toLowerCase();
  return folded === 'met' || folded === 'partly' ? folded : 'not_met';
}

/** Models repeat titles with or without heading marks and in any case. */
const foldTitle = (title: string): string => title.replace(/^[#\s]+|[#\s]+$/g, '').toLowerCase();

/** Limits the points whose answers fit the output of one call. */
const maxPoints = 40;
const listItem = /^\s{0,3}(?:[-*•–]|\(?\d{1,2}[.)])\s+(?=\S)/;

export interface NotePoint {
  text: string;
  note: number;
  /** Number of the list item in the note, from 1; null for other text, or a whole note. */
  item: number | null;
}

/**
 * Splits notes into points, one for each list item; not at all if that makes more than 40 points.
 */
export function splitNotes(notes: readonly string[]): NotePoint[] {
  const points = notes.flatMap((text, index) =>
    splitNote(text).map((point) => ({ ...point, note: index + 1 })),
  );
  return points.length <= maxPoints
    ? points
    : notes.map((text, index) => ({ text, note: index + 1, item: null }));
}

/**
 * A sentence that ends with a colon before a list belongs to each item of the list. A paragraph
 * after the list is a separate point.
 */
function splitNote(note: string): Omit<NotePoint, 'note'>[] {
  const lines = note.split(/\r\n?|\n/);
  if (lines.filter((line) => listItem.test(line)).length < 2) return [{ text: note, item: null }];
  const points: Omit<NotePoint, 'note'>[] = [];
  let items = 0;
  let endsPoint = true;
  for (const line of lines) {
    const isItem = listItem.test(line);
    if (isItem) items += 1;
    const text = line.replace(listItem, '').trim();
    const last = points.at(-1);
    if (last && text !== '' && !isItem && (!endsPoint || /^\s/.test(line))) last.text += ` ${text}`;
    else if (text !== '') points.push({ text, item: isItem ? items : null });
    endsPoint = text === '';
  }
  const [first] = points;
  if (!first || first.item !== null || !first.text.endsWith(':')) return points;
  return points
    .slice(1)
    .map(({ text, item }) => ({ text: item === null ? text : `${first.text} ${text}`, item }));
}

/** Share of an assumption's words that one passage must have to state it in other words. */
const minShared = 0.8;

const assumptionsTitleOf: Record<Language, string> = {
  en: 'Assumptions',
  de: 'Annahmen',
  fr: 'Hypothèses',
  es: 'Supuestos',
  ja: '前提',
};

/** Adds the assumptions that a text lacks, unless it declares assumptions in footnotes. */
export function withAssumptions(
  content: string,
  questions: readonly Pick<AskedQuestion, 'assumption'>[],
  language: Language,
): string {
  const document = cutSections(content);
  // Footnotes that declare assumptions stand where the assumptions matter.
  if (document.footnotes.some(isAssumption)) return content;
  const told = foldText(content);
  const passages = content.split('\n').map((line) => new Set(foldText(line).split(' ')));
  const isTold = (assumption: string) => {
    const words = foldText(assumption).split(' ');
    const isIn = (passage: Set<string>) =>
      words.filter((word) => passage.has(word)).length >= words.length * minShared;
    return told.includes(foldText(assumption)) || passages.some(isIn);
  };
  const missing = questions.filter(({ assumption }) => !isTold(assumption));
  if (missing.length === 0) return content;
  const title = assumptionsTitleOf[language];
  const lines = missing.map(
    ({ assumption }) => `- ${inertText(assumption, questionLimits.assumption)}\n`,
  );
  const own = document.sections.findIndex(({ raw }) =>
    assumptionsTitles.has(foldText(headingOf(raw) ?? '')),
  );
  const section = document.sections[own];
  const raw = section
    ? `${section.raw.trimEnd()}\n\n${lines.join('')}\n`
    : `## ${title}\n\n${lines.join('')}\n`;
  const changed = { raw, place: null };
  const sections = section ? document.sections.with(own, changed) : [...document.sections, changed];
  return joinSections({ ...document, sections });
}

const isAssumption = (definition: string): boolean =>
  readDeclaration(definition.replace(/^\s*\[\^[^[\]\s]+\]:/, ''))?.kind === 'assumption';

const assumptionsTitles = new Set(
  languages.map((language) => foldText(assumptionsTitleOf[language])),
);

/** Removes markdown, punctuation and case. */
function foldText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£]+/gu) ?? []
  ).join(' ');
}

/**
 * Makes a text one line without active markdown, and without quotation marks, which would be
 * checked as quotes.
 */
function inertText(text: string, maxLength: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/["“”„«»‘‚「」『』]/g, "'");
  return cutText(flat, maxLength)
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/[\\`*[\]<>|_~&#]/g, '\\$&');
}

function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 2).toWellFormed()} …`;
}

/** Returns a document with people's sections exactly as in the previous version. */
export function withLocked(content: string, previous: PreviousVersion | null): string {
  const { locked = [], content: earlier = '' } = previous ?? {};
  if (locked.length === 0) return content;
  const document = cutSections(content);
  const kept = keepSections(document, cutSections(earlier), locked);
  return kept === document ? content : joinSections(kept);
}

/** Returns the previous version's sections that stay, without the blank lines after them. */
export function lockedTexts(previous: PreviousVersion | null): ReadonlySet<string> {
  const { locked = [], content = '' } = previous ?? {};
  if (locked.length === 0) return new Set();
  const { sections } = cutSections(content);
  return new Set(locked.flatMap((index) => sections[index]?.raw.trimEnd() ?? []));
}

/** Returns the headings of the sections that stay, for the prompt of a new draft. */
export function lockedTitles(previous: PreviousVersion | null): string[] {
  const title = (raw: string) => titleOf(raw) ?? '(the text above the first heading)';
  return [...lockedTexts(previous)].map(title);
}
