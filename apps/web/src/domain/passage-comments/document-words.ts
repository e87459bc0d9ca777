import { isInOneBlock } from '@ecp/markdown/apply-edits';
import { findInSqueezed, findWithContext, type SqueezedText, squeeze, type TextRange } from '@ecp/markdown/find-quote';
import { foldSpaces, type RenderedText, renderText } from '@ecp/markdown/rendered-text';
import { alignWords } from './align-words.ts';
import type { PassageComment } from './passage-comment.ts';
import { firstAtOrAfter, readArticle } from './read-article.ts';

/** Words of a text that a person has selected, as the API takes them (CMT-2). */
export interface SelectedPassage {
  quote: string;
  prefix: string;
  suffix: string;
  /** Whether other words can be proposed for them: they stand in one paragraph, heading, cell or item (CMT-10). */
  maySuggest: boolean;
}

/** The words of a document on the page. */
export interface DocumentWords {
  /** Number of letters that the document has. */
  length: number;
  /** Returns what a range of the page selects; null if the API could not find it, or if it has no words. */
  select(range: Range): SelectedPassage | null;
  /** Returns the ranges of the page that show the passage of a comment; none if this version does not show it. */
  rangesOf(comment: Placeable, version: number): Range[];
}

type Placeable = Pick<PassageComment, 'quote' | 'prefix' | 'suffix' | 'passage'> & { version?: number | null };

const maxQuote = 10_000;
/** Characters of the words before and after a passage. The longer ones are for words that stand in several places. */
const contextLengths = [64, 250, 1_000];
/** Fewer of the selected letters stand in the document where a person has selected what the page says beside it. */
const leastShare = 0.5;

/** A document's words as the API renders them. */
export interface RenderedDocument {
  rendered: RenderedText;
  squeezed: SqueezedText;
}

/** Renders the words of a document. It takes a while for a long one and depends on nothing else. */
export function renderDocument(markdown: string): RenderedDocument {
  const rendered = renderText(markdown);
  return { rendered, squeezed: squeeze(rendered.text) };
}

/** Reads the words of an article, which shows a document, and aligns them with those of the API (CMT-15). */
export function readDocumentWords(article: Element, { rendered, squeezed }: RenderedDocument): DocumentWords {
  const shown = readArticle(article);
  const toRendered = alignWords(shown.text, rendered.text);
  const toShown = new Int32Array(squeezed.letters.length).fill(-1);
  for (const [index, place] of toRendered.entries()) if (place !== -1) toShown[place] = index;
  return {
    length: squeezed.letters.length,
    select(range) {
      const letters = shown.lettersOf(range);
      const found = letters && spanOf(toRendered, letters);
      return found && describe({ start: squeezed.at[found.from] ?? 0, end: (squeezed.at[found.to] ?? 0) + 1 });
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
      const prefix = foldSpaces(rendered.text.slice(Math.max(0, range.start - length), range.start));
      const suffix = foldSpaces(rendered.text.slice(range.end, range.end + length));
      if (findInSqueezed(squeezed, { quote, prefix, suffix })?.start === range.start) {
        return { quote, prefix, suffix, maySuggest: isInOneBlock(rendered, range) };
      }
    }
    return null;
  }
}

/** Returns the first and the last rendered letter of shown ones; null if they are in another order there. */
function spanOf(toRendered: Int32Array, { from, to }: { from: number; to: number }) {
  const places = toRendered.subarray(from, to).filter((place) => place !== -1);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length < (to - from) * leastShare) return null;
  const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  return isInOrder ? { from: first, to: last } : null;
}

/**
 * Finds the letters of a comment's passage in a version: by its offsets; by its words where the version has them; in
 * any other version only with exactly the same words around it.
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
    if (letters !== '' && text.letters.startsWith(letters, from)) return { from, to: from + letters.length };
  }
  const found =
    (passage && (isCurrent ? findInSqueezed(text, passage) : findWithContext(text, passage))) ??
    (quote !== null && read === version
      ? findInSqueezed(text, { quote, prefix: prefix ?? '', suffix: suffix ?? '' })
      : null);
  return found && { from: firstAtOrAfter(text.at, found.start), to: firstAtOrAfter(text.at, found.end - 1) + 1 };
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
