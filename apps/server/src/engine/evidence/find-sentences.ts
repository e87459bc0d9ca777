import type { Citation } from '@ecp/contract/values/citations';
import { squeeze } from '@ecp/markdown/find-quote';
import { renderText, type TextRun } from '@ecp/markdown/rendered-text';
import {
  labelOf,
  readReferences,
  type SectionedDocument,
  titleOf,
} from '@ecp/markdown/sectioned-document';

/** One sentence with its footnote marks, or one row of a table. */
export interface SentencePlace {
  start: number;
  end: number;
}

/** Limits the characters of the words before and after a sentence that are shown with it. */
const contextLength = 240;
/** Share of a claim's words that a line must have if the claim is not found as it stands. */
const minShared = 0.9;
/** Marks that belong to the sentence before them: footnotes, closing signs and emphasis. */
const closing = /(?:\[\^[^[\]\s]+\]|[.!?…。！？"”»’)\]*_]+)*/y;

/**
 * Finds the places of checked statements, in the order of the document. Null for one that is not
 * found.
 */
export function findSentences(
  markdown: string,
  citations: readonly Pick<Citation, 'claim' | 'footnote'>[],
): (SentencePlace | null)[] {
  const rendered = renderText(markdown);
  const squeezed = squeeze(rendered.text);
  const seen = new Map<string, number>();
  return citations.map(({ claim, footnote }) => {
    const words = squeeze(claim.replace(/\[\^[^[\]\s]+\]/g, '')).letters;
    const key = JSON.stringify([footnote, words]);
    const from = seen.get(key) ?? 0;
    const at = words === '' ? -1 : squeezed.letters.indexOf(words, from);
    if (at === -1) return nearestLine(markdown, claim);
    seen.set(key, at + words.length);
    const start = squeezed.at[at] ?? 0;
    const end = (squeezed.at[at + words.length - 1] ?? 0) + 1;
    return widen(markdown, toSource(rendered.runs, start, end));
  });
}

/**
 * Returns the index of a sentence's section, its heading and the words around it, as a repair shows
 * them.
 */
export function describePlace(
  markdown: string,
  { sections, frontMatter }: SectionedDocument,
  { start, end }: SentencePlace,
) {
  const sentence = markdown.slice(start, end);
  const blockStart = Math.max(
    markdown.lastIndexOf('\n\n', start - 1) + 2,
    start - contextLength,
    0,
  );
  const nextBlock = markdown.indexOf('\n\n', end);
  const blockEnd = Math.min(nextBlock === -1 ? markdown.length : nextBlock, end + contextLength);
  const headPlace = /^\s*\|/.test(sentence) ? findHead(markdown, { start, end }) : null;
  const head =
    headPlace === null || headPlace.start >= blockStart
      ? ''
      : `${markdown.slice(headPlace.start, headPlace.end)}\n…\n`;
  const lead = headPlace === null ? '' : leadOf(markdown, headPlace);
  let offset = frontMatter.length;
  let index = -1;
  let section = '';
  for (const [number, { raw }] of sections.entries()) {
    if (offset > start) break;
    index = number;
    section = titleOf(raw) ?? section;
    offset += raw.length;
  }
  return {
    index,
    shown: {
      section,
      sentence,
      before: `${lead === '' ? '' : `${lead}\n\n`}${head}${markdown.slice(Math.min(blockStart, start), start).trim().toWellFormed()}`,
      after: markdown.slice(end, Math.max(blockEnd, end)).trim().toWellFormed(),
    },
  };
}

/** Returns the place of the head of a row's table; null outside tables and for the head itself. */
export function findHead(markdown: string, { start }: SentencePlace): SentencePlace | null {
  let [end, below] = [start - 1, ''];
  while (end > 0) {
    const from = markdown.lastIndexOf('\n', end - 1) + 1;
    const line = markdown.slice(from, end);
    if (!line.includes('|')) return null;
    if (/^[\s|:-]+$/.test(below) && below.includes('-')) return { start: from, end };
    [end, below] = [from - 1, line];
  }
  return null;
}

/** Returns the end of the paragraph right before a table. Empty if it stands below a heading. */
function leadOf(markdown: string, head: SentencePlace): string {
  const block = markdown.slice(0, head.start).trimEnd();
  const lead = block.slice(block.lastIndexOf('\n\n') + 1).trim();
  return /^(?:#|\||\[\^[^\]]*\]:)/.test(lead) ? '' : lead.slice(-contextLength).toWellFormed();
}

/**
 * Returns the definitions of a failed sentence and its table's head, and apart those that these
 * name in turn.
 */
export function definitionsFor(
  markdown: string,
  { footnotes }: SectionedDocument,
  { place, labels }: { place: SentencePlace; labels: readonly (string | null)[] },
): { footnotes: string[]; named: string[] } {
  const sentence = markdown.slice(place.start, place.end);
  const head = /^\s*\|/.test(sentence) ? findHead(markdown, place) : null;
  const around =
    head === null ? '' : `${leadOf(markdown, head)} ${markdown.slice(head.start, head.end)}`;
  const own = new Set([
    ...readReferences(`${sentence} ${around}`),
    ...labels.flatMap((label) => label?.toLowerCase() ?? []),
  ]);
  const byLabel = new Map(
    footnotes.map((raw) => [labelOf(raw), raw.trim()]).reverse() as [string, string][],
  );
  const wanted = new Set(own);
  // The loop also visits labels that it adds.
  for (const label of wanted)
    for (const named of readReferences(byLabel.get(label) ?? '')) wanted.add(named);
  const show = (some: Iterable<string>) => [...some].flatMap((label) => byLabel.get(label) ?? []);
  return { footnotes: show(own), named: show([...wanted].filter((label) => !own.has(label))) };
}

function toSource(runs: readonly TextRun[], start: number, end: number): SentencePlace {
  const touched = runs.filter((run) => run.start < end && run.end > start);
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return { start: 0, end: 0 };
  const from =
    start <= first.start && first.wrap
      ? first.wrap.start
      : sourceOf(first, Math.max(0, start - first.start));
  const to =
    end >= last.end && last.wrap
      ? last.wrap.end
      : sourceOf(last, Math.min(last.end, end) - 1 - last.start) + 1;
  return { start: from, end: to };
}

function sourceOf({ source }: TextRun, index: number): number {
  return typeof source === 'number' ? source + index : (source[index] ?? 0);
}

function widen(markdown: string, { start, end }: SentencePlace): SentencePlace {
  const line = lineAt(markdown, start);
  if (/^\s*\|/.test(markdown.slice(line.start, line.end))) return line;
  closing.lastIndex = end;
  return { start, end: end + (closing.exec(markdown)?.[0].length ?? 0) };
}

function lineAt(markdown: string, offset: number): SentencePlace {
  const end = markdown.indexOf('\n', offset);
  return {
    start: markdown.lastIndexOf('\n', offset - 1) + 1,
    end: end === -1 ? markdown.length : end,
  };
}

/**
 * Finds the line with most words of a claim. Rows of tables are claims whose cells stand in another
 * order.
 */
function nearestLine(markdown: string, claim: string): SentencePlace | null {
  const wanted = [...wordsOf(claim)];
  let best = { start: 0, end: 0, share: 0 };
  let start = 0;
  for (const line of markdown.split('\n')) {
    const own = /^\s*(?:\[\^|#)/.test(line) ? new Set<string>() : wordsOf(line);
    const share = wanted.filter((word) => own.has(word)).length / Math.max(1, wanted.length);
    if (share > best.share) best = { start, end: start + line.length, share };
    start += line.length + 1;
  }
  return best.share >= minShared ? { start: best.start, end: best.end } : null;
}

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
