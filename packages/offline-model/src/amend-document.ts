import { formatsOf } from '@ecp/language/formats';
import { type Language, languages } from '@ecp/language/language';
import { applyEdits, replacePassage, type SectionEdit } from '@ecp/markdown/apply-edits';
import { findQuote } from '@ecp/markdown/find-quote';
import { escapeMarkdown, renderText, unescapeMarkdown } from '@ecp/markdown/rendered-text';
import {
  cutSections,
  headingOf,
  joinSections,
  labelOf,
  readReferences,
} from '@ecp/markdown/sectioned-document';
import type {
  AnsweredNote,
  OpenComment,
  PromptInputs,
  PromptOutputs,
  SourceChange,
} from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import {
  type Citations,
  createCitations,
  quotation,
  quotePassage,
  quoteText,
  writeList,
} from './citations.ts';
import type { Frame } from './frame/en.ts';
import { frameOf, joinWords, readHeadings } from './frame/frame-of.ts';
import { isStatement, pickDiverse, rankPassages } from './material/rank-passages.ts';
import { capitalize, cleanLine } from './material/read-blocks.ts';
import { listDocuments, type Material, readMaterial } from './material/read-material.ts';
import { readTopicWords } from './material/words.ts';

interface DocumentChange {
  readonly before: readonly string[];
  readonly now: string[];
  readonly added: { title: string; markdown: string }[];
  readonly footnotes: readonly string[];
}

interface RequestOutcome {
  status: 'met' | 'partly' | 'not_met';
  /** Title of the section with the change; null for none or more than one. */
  section: string | null;
  text: string;
}

/** Marks a document of another model as revised offline, before this model changes it. */
export function markOffline<Document extends { frontMatter: string }>(
  document: Document,
): Document {
  const { frontMatter } = document;
  if (/^(?:offline|revisedOffline): true\s*$/m.test(frontMatter)) return document;
  const marked = frontMatter.replace(/\r?\n---[ \t]*(\r?\n\s*)$/, '\nrevisedOffline: true\n---$1');
  return {
    ...document,
    frontMatter: frontMatter === '' ? '---\nrevisedOffline: true\n---\n\n' : marked,
  };
}

/**
 * Returns a draft as it is, marked if another model wrote it: the observer's issues need a writer.
 */
export async function reviseDraft({ draft }: PromptInputs['revise']): Promise<string> {
  return joinSections(applyEdits(markOffline(cutSections(draft)), []));
}

/**
 * Answers notes as far as extraction can: proposed words, changed sources, and quotes for a note
 * that asks to add.
 */
export async function amendDocument(
  input: PromptInputs['amend'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['amend']> {
  const {
    asked,
    reviewNotes,
    comments = [],
    sourceChanges = [],
    engagement,
    sections,
    footnotes,
  } = input;
  const { language } = engagement;
  const change: DocumentChange = { before: sections, now: [...sections], added: [], footnotes };
  const askedChanges = sourceChanges.filter(({ note }) => asked.includes(note));
  const done = applySourceChanges(change, askedChanges, language);
  let material: Material | null = null;
  const answers: AnsweredNote[] = [];
  for (const note of asked) {
    const comment = comments[note - reviewNotes.length - 1];
    const proposed = comment && replaceWords(change, comment, language);
    const text = comment?.body ?? reviewNotes[note - 1];
    let outcomes = proposed ? [proposed] : done.get(note);
    if (!outcomes) {
      if (text === undefined) continue;
      material ??= await readMaterial(listDocuments(input), timeSlice);
      outcomes = [await addStatements(change, text, { material, language, timeSlice })];
    }
    answers.push(toAnswer(note, outcomes));
  }
  return { answers, edits: listEdits(change) };
}

/** A note is partly met if only some requests could be carried out. */
function toAnswer(note: number, outcomes: readonly RequestOutcome[]): AnsweredNote {
  const [first, ...others] = outcomes.map(({ status }) => status);
  const status = first !== undefined && others.every((other) => other === first) ? first : 'partly';
  const section = outcomes.find((outcome) => outcome.section !== null)?.section ?? '';
  return { note, status, answer: outcomes.map(({ text }) => text).join(' '), section };
}

const titleOf = (section: string): string => headingOf(section)?.replace(/^#+\s+/, '') ?? '';

/** Returns the edits, numbered from 1. Additions stand before the gaps of a pack. */
function listEdits({ before, now, added }: DocumentChange): SectionEdit[] {
  const edits = now.flatMap((section, index): SectionEdit[] =>
    section === before[index]
      ? []
      : [{ action: 'replace', section: index + 1, markdown: section.trimEnd() }],
  );
  const closing = [...readHeadings('gaps'), ...readHeadings('upstream')];
  const place = before.findIndex((section) => closing.includes(titleOf(section)));
  const behind = place === -1 ? before.length : place;
  return [
    ...edits,
    ...added.map(({ markdown }): SectionEdit => ({ action: 'insert', section: behind, markdown })),
  ];
}

const maxStatements = 12;
const maxTopicWords = 6;
/** Limits the words of a topic in a heading. */
const maxNamed = 4;

const asksToAdd = (note: string) =>
  /[?？]\s*$/u.test(note) ||
  languages.some((language) => frameOf(language).amend.asksToAdd.test(note));
/** True for a note of several clauses, of which quotes may answer one. */
const asksMore = (note: string) => /[,;.!?、。].*\p{L}/u.test(note);

async function addStatements(
  change: DocumentChange,
  note: string,
  {
    material,
    language,
    timeSlice,
  }: { material: Material; language: Language; timeSlice: TimeSlice },
): Promise<RequestOutcome> {
  const { amend } = frameOf(language);
  const line = cleanLine(note.slice(0, 2_000));
  const topic = readTopicWords(line)
    .filter(({ shown }) => !asksToAdd(shown))
    .slice(0, maxTopicWords);
  if (topic.length === 0 || !asksToAdd(line))
    return { status: 'not_met', section: null, text: amend.needsWriter };
  const shown = topic.slice(0, maxNamed).map((word) => word.shown);
  const name = escapeMarkdown(joinWords(shown, language));
  const query = new Map(topic.map((word) => [word.stem, 1]));
  const ranked = await rankPassages(material.passages.filter(isStatement), query, timeSlice);
  const needed = topic.length > 3 ? 2 : 1;
  const found = pickDiverse(
    ranked.filter(({ hits }) => hits >= needed),
    maxStatements,
  );
  if (found.length === 0) return { status: 'not_met', section: null, text: amend.nothingOn(name) };
  const citations = createCitations(language, change.footnotes);
  const title = capitalize(name);
  const quotes = found.map(({ passage }) => quotePassage(passage, citations, language));
  const parts = [`## ${title}`, writeList(quotes), citations.readDefinitions().join('\n')];
  const markdown = parts.filter(Boolean).join('\n\n');
  const same = change.now.findIndex((section) => titleOf(section) === title);
  if (same === -1) change.added.push({ title, markdown });
  else change.now[same] = markdown;
  const text = amend.added(title, found.length);
  if (!asksMore(line)) return { status: 'met', section: title, text };
  return { status: 'partly', section: title, text: `${text} ${amend.needsWriter}` };
}

/**
 * Replaces a passage by proposed words, first in the section that the comment names. Null if it
 * cannot.
 */
function replaceWords(
  { now, footnotes }: DocumentChange,
  { quote, section: named, suggestion }: OpenComment,
  language: Language,
): RequestOutcome | null {
  if (quote === null || suggestion === null) return null;
  // Without their definitions, references to footnotes count as words.
  const definitions = `\n\n${footnotes.join('')}`;
  const isNamed = (section: string) => Number(named !== null && titleOf(section) === named);
  const order = [...now.entries()].toSorted(([, a], [, b]) => isNamed(b) - isNamed(a));
  for (const [index, section] of order) {
    const rendered = renderText(section + definitions);
    const passage = findQuote(rendered, { quote });
    const changed = passage && replacePassage(section + definitions, rendered, passage, suggestion);
    if (!changed?.endsWith(definitions)) continue;
    now[index] = changed.slice(0, changed.length - definitions.length);
    return {
      status: 'met',
      section: titleOf(section) || null,
      text: frameOf(language).amend.wordsReplaced,
    };
  }
  return null;
}

/** Footnotes behind words: a quotation if there is one, the mark behind it, and the references. */
const cited = new RegExp(
  `(?:(${quotation.source})([.,;:!?。、]?))?((?:\\[\\^[^\\]\\s]+\\])+)(?!:)`,
  'gu',
);

interface Tally {
  section: string | null;
  quoted: number;
  remarked: number;
  /** Changes without a statement, and changes whose new words are not quoted. */
  missing: number;
  unquoted: number;
}

/**
 * Updates lines that rest on changed sources: a quoted passage gets the new words and a new
 * footnote, a withdrawn statement a remark. All other bytes stay.
 * @returns the outcomes of each note, by its number
 */
function applySourceChanges(
  change: DocumentChange,
  changes: readonly SourceChange[],
  language: Language,
): Map<number, RequestOutcome[]> {
  const citations = createCitations(language, change.footnotes);
  const before = [...change.now];
  const tallies = new Map<number, Tally>();
  for (const one of changes) {
    const tally = tallies.get(one.note) ?? {
      section: one.section,
      quoted: 0,
      remarked: 0,
      missing: 0,
      unquoted: 0,
    };
    tallies.set(one.note, tally);
    applyChange(change, one, { citations, language, tally });
  }
  addDefinitions(change, before, citations);
  const { amend } = frameOf(language);
  return new Map([...tallies].map(([note, tally]) => [note, listOutcomes(tally, amend)]));
}

interface SourceWriting {
  citations: Citations;
  language: Language;
  tally: Tally;
}

function applyChange({ now }: DocumentChange, change: SourceChange, writing: SourceWriting): void {
  const { tally } = writing;
  const before = tally.quoted + tally.remarked;
  for (const [index, section] of now.entries()) {
    if (titleOf(section) !== (change.section ?? '')) continue;
    const lines = section.split(/(?<=\n)/);
    const isText = (line: string) => !/^(?:#|\[\^[^\]]+\]:)/.test(line);
    now[index] = lines
      .map((line) => (isText(line) ? amendLine(line, change, writing) : line))
      .join('');
  }
  if (tally.quoted + tally.remarked === before) tally.missing += 1;
  else if (change.after !== null && change.newTitle === null) tally.unquoted += 1;
}

function amendLine(
  line: string,
  change: SourceChange,
  { citations, language, tally }: SourceWriting,
): string {
  const labels = new Set(change.footnotes.map((label) => label.toLowerCase()));
  const remark = writeRemark(change, language);
  const isQuotable = change.type !== 'gone' && change.after !== null && change.newTitle !== null;
  let text = '';
  let end = 0;
  for (const match of line.matchAll(cited)) {
    const [all, quote] = match;
    const mark = match[quotation.groups + 2] ?? '';
    const references = readReferences(match[quotation.groups + 3] ?? '');
    const isMeant =
      [...references].some((label) => labels.has(label)) &&
      (!quote || isSame(quote, change.before));
    text += line.slice(end, match.index);
    end = match.index + all.length;
    if (isMeant && isQuotable && quote && references.size === 1) {
      tally.quoted += 1;
      text += quoteNew(change, mark, { citations, language });
    } else {
      text += all;
      if (!isMeant || isQuotable) continue;
      tally.remarked += 1;
      if (!line.startsWith(remark, end)) text += remark;
    }
  }
  return text + line.slice(end);
}

/** Quotes the source's new words, with the mark that stood behind the old ones and a footnote. */
function quoteNew(
  change: SourceChange,
  mark: string,
  { citations, language }: Omit<SourceWriting, 'tally'>,
): string {
  const text = change.after ?? '';
  const origin = { label: change.newTitle ?? change.title, location: null };
  return `${escapeMarkdown(quoteText(text, language))}${mark}${citations.cite({ origin, text })}`;
}

function writeRemark({ type, readAt }: SourceChange, language: Language): string {
  const { sourceGone, sourceSilent } = frameOf(language).amend;
  if (type !== 'gone') return sourceSilent;
  return sourceGone(readAt === null ? null : formatsOf(language).day(Date.parse(readAt)));
}

/**
 * True if a quotation has words of the passage, or the other way round. Markup, marks and cuts do
 * not count.
 */
function isSame(quote: string, passage: string): boolean {
  const [one, other] = [unescapeMarkdown(quote), passage].map((text) =>
    text.replace(/[^\p{L}\p{N}]+/gu, ''),
  );
  if (!one || !other) return passage === '';
  return one.includes(other) || other.includes(one);
}

function addDefinitions(
  { now }: DocumentChange,
  before: readonly string[],
  citations: Citations,
): void {
  const definitions = citations.readDefinitions();
  for (const [index, section] of now.entries()) {
    if (section === before[index]) continue;
    const references = readReferences(section);
    const own = definitions.filter((definition) => references.has(labelOf(definition)));
    if (own.length > 0) now[index] = `${section.trimEnd()}\n\n${own.join('\n')}\n`;
  }
}

function listOutcomes(
  tally: Tally,
  { quotesNew, remarked, noStatement, noNewWords }: Frame['amend'],
): RequestOutcome[] {
  const section = tally.section;
  const outcome = (status: RequestOutcome['status'], text: string) => ({ status, section, text });
  return [
    ...(tally.quoted > 0 ? [outcome('met', quotesNew(tally.quoted))] : []),
    ...(tally.remarked > 0
      ? [outcome(tally.unquoted > 0 ? 'partly' : 'met', remarked(tally.remarked))]
      : []),
    ...(tally.unquoted > 0 ? [outcome('partly', noNewWords)] : []),
    ...(tally.missing > 0 ? [outcome('not_met', noStatement(tally.missing))] : []),
  ];
}
