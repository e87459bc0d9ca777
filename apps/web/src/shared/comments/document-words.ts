import type { Comment } from '@ecp/contract/work/comments';
import { isInOneBlock } from '@ecp/markdown/apply-edits';
import {
  findInSqueezed,
  findWithContext,
  type SqueezedText,
  squeeze,
  type TextRange,
} from '@ecp/markdown/find-quote';
import { foldSpaces, type RenderedText, renderText } from '@ecp/markdown/rendered-text';
import { diffArrays, diffChars } from 'diff';

/** Words of a text that a person has selected, as the API takes them. */
export interface SelectedPassage {
  quote: string;
  prefix: string;
  suffix: string;
  /**
   * Whether other words can be proposed for them: they are in one paragraph, heading, cell or item.
   */
  maySuggest: boolean;
}

export interface DocumentWords {
  length: number;
  /**
   * Returns what a range of the page selects; null if the API could not find it, or if it has no
   * words.
   */
  select(range: Range): SelectedPassage | null;
  /**
   * Returns the ranges of the page that show the passage of a comment; none if this version does
   * not show it.
   */
  rangesOf(comment: Placeable, version: number): Range[];
}

type Placeable = Pick<PassageComment, 'quote' | 'prefix' | 'suffix' | 'passage'> & {
  version?: number | null;
};

const maxQuote = 10_000;
/**
 * Characters of the words before and after a passage. The longer ones are for words that occur in
 * several places.
 */
const contextLengths = [64, 250, 1_000];
/**
 * Below this share of letters of the document, a person has selected what the page says beside it.
 */
const leastShare = 0.5;

interface RenderedDocument {
  rendered: RenderedText;
  squeezed: SqueezedText;
}

/** Renders the words of a document. It takes a while for a long one and depends on nothing else. */
export function renderDocument(markdown: string): RenderedDocument {
  const rendered = renderText(markdown);
  return { rendered, squeezed: squeeze(rendered.text) };
}

/** Reads the words of an article, which shows a document, and aligns them with those of the API. */
export function readDocumentWords(
  article: Element,
  { rendered, squeezed }: RenderedDocument,
): DocumentWords {
  const shown = readArticle(article);
  const toRendered = alignWords(shown.text, rendered.text);
  const toShown = new Int32Array(squeezed.letters.length).fill(-1);
  for (const [index, place] of toRendered.entries()) if (place !== -1) toShown[place] = index;
  return {
    length: squeezed.letters.length,
    select(range) {
      const letters = shown.lettersOf(range);
      const found = letters && spanOf(toRendered, letters);
      return (
        found &&
        describe({ start: squeezed.at[found.from] ?? 0, end: (squeezed.at[found.to] ?? 0) + 1 })
      );
    },
    rangesOf(comment, version) {
      const found = findPassage(comment, version, squeezed);
      return found ? runsOf(toShown, found).map((run) => shown.rangeOf(run)) : [];
    },
  };

  function describe(range: TextRange): SelectedPassage | null {
    const quote = foldSpaces(rendered.text.slice(range.start, range.end));
    if (quote.length > maxQuote) return null;
    for (const length of contextLengths) {
      const prefix = foldSpaces(
        rendered.text.slice(Math.max(0, range.start - length), range.start),
      );
      const suffix = foldSpaces(rendered.text.slice(range.end, range.end + length));
      if (findInSqueezed(squeezed, { quote, prefix, suffix })?.start === range.start) {
        return { quote, prefix, suffix, maySuggest: isInOneBlock(rendered, range) };
      }
    }
    return null;
  }
}

/**
 * Returns the first and the last rendered letter of shown ones; null if they are in another order
 * there.
 */
function spanOf(toRendered: Int32Array, { from, to }: { from: number; to: number }) {
  const places = toRendered.subarray(from, to).filter((place) => place !== -1);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length < (to - from) * leastShare)
    return null;
  const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  return isInOrder ? { from: first, to: last } : null;
}

/**
 * Finds the letters of a passage: by its offsets, else by its words; in other versions only with
 * the same words around it.
 */
function findPassage(
  { quote, prefix, suffix, passage, version: read }: Placeable,
  version: number,
  text: SqueezedText,
) {
  const isCurrent = passage?.version === version;
  if (passage && isCurrent) {
    const { letters } = squeeze(passage.quote);
    const from = firstAtOrAfter(text.at, passage.start);
    if (letters !== '' && text.letters.startsWith(letters, from))
      return { from, to: from + letters.length };
  }
  const found =
    (passage && (isCurrent ? findInSqueezed(text, passage) : findWithContext(text, passage))) ??
    (quote !== null && read === version
      ? findInSqueezed(text, { quote, prefix: prefix ?? '', suffix: suffix ?? '' })
      : null);
  return (
    found && {
      from: firstAtOrAfter(text.at, found.start),
      to: firstAtOrAfter(text.at, found.end - 1) + 1,
    }
  );
}

/** Returns the runs of shown letters that follow each other on the page. */
function runsOf(toShown: Int32Array, { from, to }: { from: number; to: number }) {
  const runs: { from: number; to: number }[] = [];
  for (const place of toShown.subarray(from, to)) {
    const last = runs.at(-1);
    if (place === -1) continue;
    if (last?.to === place) last.to += 1;
    else runs.push({ from: place, to: place + 1 });
  }
  return runs;
}

/**
 * The part of a comment that the team and clients see. Clients get neither suggestions nor answers
 * of a rerun.
 */
export type PassageComment = Pick<
  Comment,
  | 'id'
  | 'author'
  | 'body'
  | 'quote'
  | 'prefix'
  | 'suffix'
  | 'section'
  | 'passage'
  | 'orphaned'
  | 'status'
  | 'replies'
  | 'createdAt'
> &
  Partial<
    Pick<
      Comment,
      'version' | 'suggestion' | 'answer' | 'answeredVersion' | 'resolvedBy' | 'resolvedAt'
    >
  >;

interface ArticleWords {
  /** One line for each block. */
  text: string;
  squeezed: SqueezedText;
  /**
   * Returns the letters of a range of the page, as indexes `from` to `to`, without `to`; null for
   * none.
   */
  lettersOf(range: Range): { from: number; to: number } | null;
  rangeOf(letters: { from: number; to: number }): Range;
}

/**
 * Elements in a text that show nothing of its words: marks of footnotes and citations, charts,
 * notes of the page.
 */
const besideWords = '.call, [data-citation], .sr-only, .chart, [data-beside-words]';
const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre';

interface Piece {
  node: Text;
  start: number;
}

function readArticle(article: Element): ArticleWords {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  let block: Element | null = null;
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || parent.closest(besideWords)) continue;
    const around = parent.closest(blocks);
    if (around !== block) {
      parts.push('\n');
      length += 1;
      block = around;
    }
    pieces.push({ node, start: length });
    parts.push(node.data);
    length += node.data.length;
  }
  const text = parts.join('');
  const squeezed = squeeze(text);
  return {
    text,
    squeezed,
    lettersOf: (range) => lettersOf(range, pieces, squeezed),
    rangeOf: (letters) => rangeOf(letters, pieces, squeezed),
  };
}

function lettersOf(range: Range, pieces: readonly Piece[], { at }: SqueezedText) {
  const touched = pieces.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return null;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const start = first.start + (first.node === startContainer ? startOffset : 0);
  const end = last.start + (last.node === endContainer ? endOffset : last.node.data.length);
  const [from, to] = [firstAtOrAfter(at, start), firstAtOrAfter(at, end)];
  return from < to ? { from, to } : null;
}

function rangeOf(
  { from, to }: { from: number; to: number },
  pieces: readonly Piece[],
  { at }: SqueezedText,
): Range {
  const range = document.createRange();
  const [start, end] = [at[from] ?? 0, at[to - 1] ?? 0];
  const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end)];
  if (first) range.setStart(first.node, start - first.start);
  if (last) range.setEnd(last.node, end + 1 - last.start);
  return range;
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** Returns the index of the first letter at or after an offset of the text. */
function firstAtOrAfter(at: Uint32Array, offset: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * For each letter of a shown text, the index of the same letter in the rendered words; -1 for one
 * they lack.
 */
export type Alignment = Int32Array;

/** A line of a text without its white space. `start` is the index of its first letter. */
interface Line {
  letters: string;
  start: number;
}

/** Beyond these bounds the lines that differ have no counterparts. */
const lineSearchMs = 400;
const maxLetterEdits = 600;

/**
 * Aligns the words that a page shows with the words as the API renders them, one line for each
 * block.
 */
export function alignWords(shown: string, rendered: string): Alignment {
  const [ours, theirs] = [readLines(shown), readLines(rendered)];
  const aligned: Alignment = new Int32Array(
    ours.reduce((sum, { letters }) => sum + letters.length, 0),
  ).fill(-1);
  const gaps = alignLines(ours, theirs, aligned);
  const moved = new Set<Line>([...matchMoved(gaps, aligned)]);
  for (const { shown: left, rendered: right } of gaps) {
    alignLetters(
      left.filter((line) => !moved.has(line)),
      right.filter((line) => !moved.has(line)),
      aligned,
    );
  }
  return aligned;
}

/** Lines of both texts, between two that are equal, that differ. */
interface Gap {
  shown: Line[];
  rendered: Line[];
}

function readLines(text: string): Line[] {
  let start = 0;
  return text.split(/[\n\t]/).flatMap((line) => {
    const letters = line.replace(/\s+/g, '');
    start += letters.length;
    return letters === '' ? [] : [{ letters, start: start - letters.length }];
  });
}

function alignLines(ours: readonly Line[], theirs: readonly Line[], aligned: Alignment): Gap[] {
  const lettersOf = (lines: readonly Line[]) => lines.map(({ letters }) => letters);
  const changes = diffArrays(lettersOf(ours), lettersOf(theirs), { timeout: lineSearchMs });
  if (!changes) return [{ shown: [...ours], rendered: [...theirs] }];
  const gaps: Gap[] = [];
  let [our, their] = [0, 0];
  let gap: Gap = { shown: [], rendered: [] };
  for (const { added, removed, value } of changes) {
    if (added) gap.rendered.push(...theirs.slice(their, their + value.length));
    else if (removed) gap.shown.push(...ours.slice(our, our + value.length));
    else {
      for (const at of value.keys()) pair(ours[our + at], theirs[their + at], aligned);
      gaps.push(gap);
      gap = { shown: [], rendered: [] };
    }
    if (!added) our += value.length;
    if (!removed) their += value.length;
  }
  return [...gaps, gap];
}

function pair(ours: Line | undefined, theirs: Line | undefined, aligned: Alignment): void {
  if (!ours || !theirs) return;
  for (let index = 0; index < ours.letters.length; index += 1)
    aligned[ours.start + index] = theirs.start + index;
}

/**
 * Aligns equal lines that are at other places, as footnotes are. Returns the lines of both texts.
 */
function matchMoved(gaps: readonly Gap[], aligned: Alignment): Line[] {
  const waiting = Map.groupBy(
    gaps.flatMap(({ rendered }) => rendered),
    ({ letters }) => letters,
  );
  return gaps
    .flatMap(({ shown }) => shown)
    .flatMap((line) => {
      const same = waiting.get(line.letters)?.shift();
      if (!same) return [];
      pair(line, same, aligned);
      return [line, same];
    });
}

function alignLetters(ours: readonly Line[], theirs: readonly Line[], aligned: Alignment): void {
  const [left, right] = [indexLetters(ours), indexLetters(theirs)];
  if (left.letters === '' || right.letters === '') return;
  const changes = diffChars(left.letters, right.letters, {
    maxEditLength: maxLetterEdits,
    timeout: lineSearchMs,
  });
  let [our, their] = [0, 0];
  for (const { added, removed, value } of changes ?? []) {
    for (let index = 0; !added && !removed && index < value.length; index += 1) {
      aligned[left.at[our + index] ?? 0] = right.at[their + index] ?? -1;
    }
    if (!added) our += value.length;
    if (!removed) their += value.length;
  }
}

function indexLetters(lines: readonly Line[]): { letters: string; at: number[] } {
  return {
    letters: lines.map(({ letters }) => letters).join(''),
    at: lines.flatMap(({ letters, start }) =>
      Array.from({ length: letters.length }, (_, index) => start + index),
    ),
  };
}
