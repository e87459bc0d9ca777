import { freeLabels, relabel } from '@ecp/markdown/parse-markdown';
import {
  cutSections,
  headingOf,
  isClosed,
  labelOf,
  readReferences,
  type SectionedDocument,
} from '@ecp/markdown/sectioned-document';
import type { RepairAnswer } from '@ecp/model-calls/prompt-types';
import { findHead, type SentencePlace } from './find-sentences.ts';

/** A new text for one sentence of a document, with the definitions of new or changed footnotes. */
export interface Mend extends Pick<RepairAnswer, 'sentence' | 'footnotes' | 'verdict'> {
  place: SentencePlace;
  /** The sentence as it stood. */
  old: string;
}

/** Why a mend cannot be taken, before any check; null if it can. */
export function findMendFault(markdown: string, { sentence, footnotes, old, verdict }: Mend): string | null {
  if (sentence.trim() === old.trim() && footnotes.length === 0) return 'it changes nothing';
  if (verdict === 'mended' && countNumbers(sentence) < countNumbers(old)) {
    return 'it leaves out a figure without saying that the figure was wrong';
  }
  if (verdict === 'withdrawn' && sentence.trim() === '') return null;
  if (isRow(old)) {
    const rows = sentence.trim().split('\n');
    if (rows.length > 2 || rows.some((row) => !isRow(row) || countCells(row) !== countCells(old))) {
      return 'it is no row with the same number of cells';
    }
  }
  if (/^\s{0,3}(#|\[\^[^\]]*\]:)/m.test(sentence) || /\n\s*\n/.test(sentence) || !isClosed(sentence)) {
    return 'it is more than one sentence or row';
  }
  const known = new Set([...cutSections(markdown).footnotes, ...footnotes].map(labelOf));
  const lost = [...readReferences([sentence, ...footnotes].join('\n'))].find((label) => !known.has(label));
  return lost === undefined ? null : `its footnote [^${lost}] has no definition`;
}

/**
 * Returns the answers of a repair with the definitions that each takes from the others: writers define a label once and
 * use it in several answers.
 */
export function shareDefinitions(markdown: string, answers: readonly RepairAnswer[]): RepairAnswer[] {
  const known = new Set(cutSections(markdown).footnotes.map(labelOf));
  const all = new Map(
    answers.flatMap(({ footnotes }) => footnotes.map((raw) => [labelOf(raw.trim()), raw])).reverse() as [
      string,
      string,
    ][],
  );
  return answers.map((answer) => {
    const footnotes = [...answer.footnotes];
    const own = new Set(footnotes.map((raw) => labelOf(raw.trim())));
    const wanted = [...readReferences([answer.sentence, ...footnotes].join('\n'))];
    for (let label = wanted.shift(); label !== undefined; label = wanted.shift()) {
      const raw = own.has(label) || known.has(label) ? undefined : all.get(label);
      if (raw === undefined) continue;
      own.add(label);
      footnotes.push(raw);
      wanted.push(...readReferences(raw));
    }
    return { ...answer, footnotes };
  });
}

/**
 * Puts new sentences in the place of old ones. Every other byte of the body stays. Two rows in the place of one are the
 * new head of its table and the row. A new footnote gets a free label, one that equals a footnote of the document shares
 * it, and definitions that no sentence reaches any more go. A line or section that becomes empty goes too.
 */
export function mendSentences(markdown: string, mends: readonly Mend[]): SectionedDocument {
  const before = cutSections(markdown);
  const notes = openNotes(before);
  let text = markdown;
  const written = withHeads(
    markdown,
    mends.map((mend) => ({ place: mend.place, isRow: isRow(mend.old), sentence: notes.take(mend) })),
  );
  for (const { place, sentence } of written.toSorted((a, b) => b.place.start - a.place.start)) {
    text = replaceAt(text, place, sentence);
  }
  const after = cutSections(text);
  const sections = after.sections.filter(({ raw }, index) => index === 0 || !isEmptied(raw, before));
  return { ...after, ...withDefinitions(after, sections, notes, before) };
}

interface Written {
  place: SentencePlace;
  sentence: string;
}

/** Sets the new head of a table apart from the row that came with it. Of several heads for one table the first counts. */
function withHeads(markdown: string, mends: readonly (Written & { isRow: boolean })[]): Written[] {
  const rows = new Map<number, Written>();
  const heads: Written[] = [];
  for (const { place, isRow: isOfTable, sentence } of mends) {
    const [head = '', row] = isOfTable ? sentence.split('\n') : [];
    rows.set(place.start, { place, sentence: row ?? sentence });
    const headPlace = row === undefined ? null : findHead(markdown, place);
    if (headPlace !== null) heads.push({ place: headPlace, sentence: head });
  }
  for (const head of heads) if (!rows.has(head.place.start)) rows.set(head.place.start, head);
  return [...rows.values()];
}

function withDefinitions(
  after: SectionedDocument,
  sections: SectionedDocument['sections'],
  notes: Notes,
  before: SectionedDocument,
): Pick<SectionedDocument, 'sections' | 'footnotes'> {
  const added = notes.added.map((raw) => `${raw}\n`);
  const earlier = reach(before);
  const reached = reach({ sections, footnotes: [...after.footnotes, ...added] });
  const isKept = (raw: string) => reached.has(labelOf(raw)) || !earlier.has(labelOf(raw));
  const kept = after.footnotes.filter(isKept);
  const isNew = kept.length === 0 && added.length > 0;
  const last = sections.at(-1);
  // Definitions need a blank line before them.
  const ended = isNew && last ? sections.with(-1, { ...last, raw: `${last.raw.trimEnd()}\n\n` }) : sections;
  return { sections: ended, footnotes: [...kept.map(endLine), ...added.filter((raw) => reached.has(labelOf(raw)))] };
}

/** Returns the labels that the sentences of a document name, with those that their definitions name in turn. */
function reach({ sections, footnotes }: Pick<SectionedDocument, 'sections' | 'footnotes'>): Set<string> {
  const reached = readReferences(sections.map(({ raw }) => raw).join('\n'));
  const byLabel = new Map(footnotes.map((raw) => [labelOf(raw), bodyOf(raw)]));
  // The loop also visits labels that it adds.
  for (const label of reached) for (const named of readReferences(byLabel.get(label) ?? '')) reached.add(named);
  return reached;
}

const bodyOf = (definition: string): string => definition.replace(/^\s*\[\^[^[\]\s]+\]:/, '');
const endLine = (definition: string): string => (definition.endsWith('\n') ? definition : `${definition}\n`);

interface Notes {
  /** Definitions that are new in the document. */
  added: string[];
  /** Takes the footnotes of a mend and returns its sentence with labels that clash with no others. */
  take(mend: Mend): string;
}

function openNotes({ sections, footnotes }: SectionedDocument): Notes {
  const added: string[] = [];
  const byText = new Map(footnotes.map((raw) => [foldNote(raw), labelOf(raw)]));
  const free = freeLabels([...footnotes.map(labelOf), ...sections.flatMap(({ raw }) => [...readReferences(raw)])]);
  return {
    added,
    take({ sentence, footnotes: given }) {
      const names = new Map<string, string>();
      const own = new Map(
        given
          .map((one) => one.replace(/\s+/g, ' ').trim())
          .map((raw) => [labelOf(raw), raw] as const)
          .reverse(),
      );
      // A footnote that another definition names is relabelled first, so that two equal calculations have equal text.
      const name = (label: string, path: ReadonlySet<string>) => {
        const raw = own.get(label);
        if (raw === undefined || label === '' || names.has(label) || path.has(label)) return;
        for (const named of readReferences(bodyOf(raw))) name(named, new Set([...path, label]));
        const body = relabel(bodyOf(raw), names);
        const shared = byText.get(foldNote(body));
        names.set(label, shared ?? free.next());
        if (shared !== undefined) return;
        byText.set(foldNote(body), names.get(label) ?? '');
        added.push(`[^${names.get(label)}]:${body}`);
      };
      for (const label of own.keys()) name(label, new Set());
      return relabel(sentence.trim(), names);
    },
  };
}

const foldNote = (definition: string): string => bodyOf(definition).replace(/\s+/g, ' ').trim();

/** Replaces a place by a sentence. A list entry or line that is left without words goes with its line feed. */
function replaceAt(text: string, { start, end }: SentencePlace, sentence: string): string {
  if (sentence !== '') {
    const old = text.slice(start, end);
    const [lead = '', trail = ''] = [/^\s*/.exec(old)?.[0], /\s*$/.exec(old)?.[0]];
    return text.slice(0, start) + lead + sentence + trail + text.slice(end);
  }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end);
  const left = text.slice(lineStart, start) + text.slice(end, lineEnd);
  if (/^\s*(?:[-*+]|\d+[.)])?\s*$/.test(left)) return text.slice(0, lineStart) + text.slice(lineEnd + 1);
  const isFirst = start === lineStart;
  return text.slice(0, start).replace(/ $/, '') + (isFirst ? text.slice(end).trimStart() : text.slice(end));
}

/** Returns true if a section has only its heading left. */
function isEmptied(raw: string, before: SectionedDocument): boolean {
  const heading = headingOf(raw);
  return (
    heading !== null && raw.trim() === heading && !before.sections.some((section) => section.raw.trim() === heading)
  );
}

const numbers = /\d(?:[\d.,’'\u00a0\u202f]*\d)?/g;
const countNumbers = (sentence: string): number => (sentence.replace(/\[\^[^\]]*\]/g, '').match(numbers) ?? []).length;
const isRow = (line: string): boolean => /^\s*\|/.test(line);
const countCells = (row: string): number => (row.replace(/\\\|/g, '').match(/\|/g) ?? []).length;
