import type { Conflict } from '../../base/api/document-queries.ts';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { findInElement, findNear, jumpTo, readElement } from '../../shared/markdown/find-words.ts';
import { searchTexts } from '../../shared/search/texts.ts';
import { containsWhole } from '../figure-values.tsx';
import { markFound, showRanges } from './citations/show-in-text.ts';

/**
 * Scrolls to the words that a search has found and marks them, or says that the text does not show
 * them.
 */
export function showFoundWords(article: HTMLElement, found: { words: string; near: string }): void {
  const { text, rangeOf } = readElement(article);
  const ranges = findNear(text, found).flatMap((span) => rangeOf(span) ?? []);
  if (showRanges(ranges)) return;
  scrollTo({ top: 0 });
  showDoneToast(searchTexts.notInText);
}

const blocks = 'p, li, td, th, h2, h3, h4, h5, h6';
const words = /[\p{L}\p{N}]{4,}/gu;

/**
 * Scrolls to the place where a document gives a value of a conflict, and marks it. Returns false if
 * it is not found.
 */
export function showConflict(
  article: HTMLElement,
  { about, kind, values }: Conflict,
  filename: string,
): boolean {
  const own = kind === 'documents' ? values.filter((value) => value.filename === filename) : values;
  const shown = own.flatMap(({ text }) => [
    text,
    ...(text.match(/\d[\d.,]*\d|\d/g) ?? []).toSorted(longestFirst),
  ]);
  const named = about.toLowerCase().match(words) ?? [];
  const names = ({ textContent }: Element) =>
    named.some((word) => textContent.toLowerCase().includes(word));
  const gives = ({ textContent }: Element) =>
    shown.some((text) => containsWhole(textContent, text));
  // The innermost block, or the cell beside the label in a table's row.
  const inner = [...article.querySelectorAll<HTMLElement>(blocks)].filter(
    (element) => gives(element) && !element.querySelector(blocks),
  );
  const rows = [...article.querySelectorAll<HTMLElement>('tr')].filter(gives);
  const place = inner.find(names) ?? rows.find(names) ?? inner[0];
  if (!place) return false;
  const range = shown.map((text) => findInElement(place, text)).find((found) => found !== null);
  if (range) markFound(range);
  jumpTo(place, 'center');
  return true;
}

const longestFirst = (one: string, other: string) => other.length - one.length;
