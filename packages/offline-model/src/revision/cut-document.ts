import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { Frame } from '../frame/en.ts';
import { joinWords, readHeadings } from '../frame/frame-of.ts';
import { overlap } from '../text/compare-stems.ts';
import { quoteText } from '../text/quote-text.ts';
import { readStems, type Word } from '../text/read-words.ts';
import { type DocumentChange, endOfSection, removeLines, titleOf } from './document-change.ts';
import type { NoteRequest } from './read-note.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** Sections that a note on the whole document does not shorten: what is missing must stay. */
const kept = new Set((['question', 'conflicts', 'gaps', 'questions'] as const).flatMap(readHeadings));
const leastEntries = 2;

/**
 * Halves the lists of the document, or of the sections that the note names. Two entries of each stay, and all tables.
 */
export function shortenDocument(
  change: DocumentChange,
  { note, topic }: NoteRequest,
  { amend }: Frame,
): RequestOutcome {
  const named = findNamed(change, (title) => isNamed(title, topic) || isCalled(title, note));
  const isWithin = (index: number) => named.some((at) => index >= at && index < endOfSection(change, at));
  let removed = 0;
  for (const [index, section] of change.now.entries()) {
    if (section === null || (named.length > 0 ? !isWithin(index) : kept.has(titleOf(section)))) continue;
    const blocks = section.split(/(?<=\n\n)/).map((block) => {
      const lines = block.split(/(?<=\n)/);
      const entries = [...lines.keys()].filter((at) => isItem(lines[at] ?? ''));
      const dropped = new Set(entries.slice(Math.max(leastEntries, Math.ceil(entries.length / 2))));
      removed += dropped.size;
      return lines.filter((_, at) => !dropped.has(at)).join('');
    });
    change.now[index] = blocks.join('');
  }
  if (removed === 0) return { status: 'not_met', section: null, text: amend.cannotShorten };
  const only = named.length === 1 ? titleOf(change.now[named[0] ?? 0] ?? null) : null;
  return { status: 'met', section: only, text: amend.entriesRemoved(removed) };
}

const isItem = (line: string) => /^- /.test(line);

/**
 * Removes the sections that the note names; if it names none, the entries with its quoted figure or with all its words.
 */
export function removeTopic(
  change: DocumentChange,
  { quoted, topic }: NoteRequest,
  { amend }: Frame,
  language: Language,
): RequestOutcome {
  const named = findNamed(change, (title) => title.toLowerCase() === quoted.toLowerCase() || isNamed(title, topic));
  if (named.length > 0) {
    const titles = named.map((index) => quoteText(titleOf(change.before[index] ?? null), language));
    for (const index of named) change.now.fill(null, index, endOfSection(change, index));
    return { status: 'met', section: null, text: amend.sectionRemoved(joinWords(titles, language)) };
  }
  const removed = removeEntries(change, quoted, new Set(topic.map(({ stem }) => stem)));
  if (removed > 0) return { status: 'met', section: null, text: amend.entriesRemoved(removed) };
  const shown = topic.map((word) => word.shown);
  const about = escapeMarkdown(joinWords(shown, language) || quoted);
  return { status: 'not_met', section: null, text: about === '' ? amend.needsWriter : amend.nothingToRemove(about) };
}

/** Removes list entries and rows with all wanted words, or, with a quoted figure, all lines of prose with it. */
function removeEntries(change: DocumentChange, quoted: string, wanted: ReadonlySet<string>): number {
  const figure = /\p{Nd}/u.test(quoted) ? quoted : '';
  return removeLines(change, (line) => {
    const words = line.replace(/\[\^[^\]]*\]/g, '');
    if (figure !== '') return !/^[#|>]/.test(line) && words.includes(figure);
    const stems = new Set(readStems(words));
    return /^[-|] /.test(line) && wanted.size > 0 && [...wanted].every((stem) => stems.has(stem));
  });
}

function findNamed({ now }: DocumentChange, isMeant: (title: string) => boolean): number[] {
  return [...now.keys()].filter((index) => {
    const title = titleOf(now[index] ?? null);
    return index > 0 && title !== '' && isMeant(title);
  });
}

/** True when a note contains the whole title of a section. */
function isCalled(title: string, note: string): boolean {
  const said = new Set(readStems(note));
  const stems = readStems(title);
  return stems.length > 0 && stems.every((stem) => said.has(stem));
}

function isNamed(title: string, topic: Word[]): boolean {
  const stems = new Set(readStems(title));
  const wanted = new Set(topic.map((word) => word.stem));
  return wanted.size > 0 && stems.size > 0 && overlap(stems, wanted) === 1 && stems.size <= wanted.size + 1;
}
