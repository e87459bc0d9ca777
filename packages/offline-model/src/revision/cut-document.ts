import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import { overlap } from '../brief/find-brief-requests.ts';
import { readNumbers } from '../evidence/find-figures.ts';
import { readStems, type Word } from '../text/read-words.ts';
import { spellCountOf } from '../text/spell-count.ts';
import { dropUnusedFootnotes, readBody, type SplitDocument } from './parse-document.ts';
import { type NoteRequest, nameTopic } from './read-note.ts';
import { met, notMet, type RequestOutcome } from './request-outcome.ts';

const kept = /^(?:executive summary|open questions|next steps|reviewer notes|answers to the reviewer)\b/i;

/** Sections that a shorter document drops because they repeat others or rank lower. */
const expendable = /^(?:what is asked|further evidence|figures)\b/i;

/**
 * Halves the lists and tables of the findings, or only those of the sections that the note names. At least two entries
 * stay. A note on the whole document also removes its least important sections.
 */
export function shortenDocument(document: SplitDocument, { note, topic }: NoteRequest): RequestOutcome {
  const named = document.sections.filter(({ title }) => isNamed(title, topic) || isCalled(title, note));
  let removed = 0;
  for (const section of document.sections) {
    if (named.length > 0 ? !named.includes(section) : kept.test(section.title)) continue;
    const entries = readBody(section).split('\n').filter(isEntry).length;
    const room = Math.max(2, Math.ceil(entries / 2));
    const lines = keepEntries(section.raw, room);
    if (entries > room) [removed, section.raw] = [removed + entries - room, lines];
  }
  if (named.length === 0) {
    const least = document.sections.filter(({ title }) => expendable.test(title));
    document.sections = document.sections.filter((section) => !least.includes(section));
    removed += least.reduce((sum, section) => sum + readBody(section).split('\n').filter(isEntry).length, 0);
  }
  if (removed === 0) return notMet('the lists are already as short as they can be without losing a finding.');
  dropUnusedFootnotes(document);
  const section = named.length === 1 ? named[0]?.title : null;
  return met(`${spellCountOf(removed, 'entry', 'entries')} of lower rank taken out of the lists and tables.`, section);
}

/** Returns the text with its first entries only. An empty list or table is removed with the line that introduces it. */
function keepEntries(raw: string, room: number): string {
  let seen = 0;
  const left: string[] = [];
  for (const block of raw.split(/(?<=\n\n)/)) {
    const lines = block.split(/(?<=\n)/);
    const stays = lines.filter((line) => {
      if (isEntry(line)) seen += 1;
      return !isEntry(line) || seen <= room;
    });
    if (!hasEntries(lines) || hasEntries(stays)) left.push(stays.join(''));
    else if (/^###|:\n+$/.test(left.at(-1) ?? '')) left.pop();
  }
  return left.join('');
}

/** True when a list has an entry or a table has a row below its header. */
function hasEntries(lines: string[]): boolean {
  return lines.some((line, index) => isEntry(line) && !/^\| ---/.test(lines[index + 1] ?? ''));
}

function isEntry(line: string): boolean {
  return /^- /.test(line) || /^\| (?!---)(?!Figure \||Statement \|)/.test(line);
}

/** Removes the sections that the note names; if it names none, the entries with its figures or words. */
export function removeTopic(document: SplitDocument, request: NoteRequest): RequestOutcome {
  const topic = escapeMarkdown(nameTopic(request.topic));
  const quoted = (/[“"]([^”"]+)[”"]/.exec(request.note)?.[1] ?? '').toLowerCase();
  const named = document.sections.filter(
    ({ title }) => title.toLowerCase() === quoted || isNamed(title, request.topic),
  );
  if (named.length > 0) {
    document.sections = document.sections.filter((section) => !named.includes(section));
    dropUnusedFootnotes(document);
    return met(`section ${named.map((section) => `“${section.title}”`).join(', ')} taken out.`);
  }
  if (/\bsections?\b|\bchapters?\b/i.test(request.note))
    return notMet(`no section${topic ? ` named ${topic}` : ' of that name'} was found.`);
  const figures = new Set(
    /“([^”]*)”/.test(request.note) ? readNumbers(/“([^”]*)”/.exec(request.note)?.[1] ?? '') : readNumbers(request.note),
  );
  const wanted = new Set(request.topic.map((word) => word.stem));
  let removed = 0;
  for (const section of document.sections) {
    const lines = section.raw.split(/(?<=\n)/);
    const left = lines.filter((line) => !isEntry(line) || !matches(line, figures, wanted));
    removed += lines.length - left.length;
    if (left.length < lines.length) section.raw = left.join('');
  }
  document.sections = document.sections.filter((section) => readBody(section) !== '');
  if (removed === 0) return notMet(`no entry${topic ? ` on ${topic}` : ''} was found that could be taken out.`);
  dropUnusedFootnotes(document);
  return met(`${spellCountOf(removed, 'entry', 'entries')} taken out.`);
}

function matches(line: string, figures: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  const body = line.replace(/\[\^[^\]]*\]/g, '');
  if (figures.size > 0) return readNumbers(body).some((number) => figures.has(number));
  return wanted.size > 0 && [...wanted].every((stem) => readStems(body).includes(stem));
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
