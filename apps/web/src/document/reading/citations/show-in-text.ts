import { findInElement, jumpTo } from '../../../shared/markdown/find-words.ts';
import type { NumberedCitation } from './citation-index.ts';

const block = 'p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6';
const highlightName = 'found';

/**
 * Scrolls to a citation in the text and marks its sentence. Returns false if its words are not
 * found.
 */
export function showInText(article: HTMLElement, citation: NumberedCitation): boolean {
  const target = markInText(article, citation);
  if (!target) return false;
  jumpTo(target, 'center');
  return true;
}

/**
 * Marks the sentence of a citation. Returns the element to show it by; undefined if its words are
 * not found.
 */
export function markInText(
  article: HTMLElement,
  { index, claim, quote }: NumberedCitation,
): HTMLElement | undefined {
  clearHighlight();
  const call = article.querySelector<HTMLElement>(`[data-citation="${index}"]`);
  const range = findSentence(article, call, claim, quote);
  if (range) markFound(range);
  return call ?? range?.startContainer.parentElement?.closest<HTMLElement>(block) ?? undefined;
}

/**
 * Finds the sentence of a citation around its call, or anywhere in the text without one; its whole
 * block as a last resort.
 */
export function findSentence(
  article: HTMLElement,
  call: Element | null,
  claim: string,
  quote: string | null,
): Range | null {
  const around = call?.closest<HTMLElement>(block);
  const found = findInElement(around ?? article, around ? claim : (quote ?? claim));
  return found ?? (around ? contentsOf(around) : null);
}

function contentsOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

/**
 * Marks ranges of the text until the next ones, and scrolls to the first. Returns false without a
 * range.
 */
export function showRanges(ranges: readonly Range[]): boolean {
  clearHighlight();
  const target = ranges[0]?.startContainer.parentElement?.closest<HTMLElement>(block);
  if (!target) return false;
  markFound(...ranges);
  jumpTo(target, 'center');
  return true;
}

/**
 * Marks ranges of the text until the next ones. Browsers without highlights only scroll and focus.
 */
export function markFound(...ranges: Range[]): void {
  if ('highlights' in CSS) CSS.highlights.set(highlightName, new Highlight(...ranges));
}

export function clearHighlight(): void {
  if ('highlights' in CSS) CSS.highlights.delete(highlightName);
}
