import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { jumpTo } from '../../../domain/outline/jump-to.ts';
import { findInElement } from './find-in-element.ts';

const block = 'p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6';
const highlightName = 'found';

/** Scrolls to a citation in the text and marks its sentence. Returns false if its words are not found. */
export function showInText(article: HTMLElement, { index, claim, quote }: NumberedCitation): boolean {
  clearHighlight();
  const call = article.querySelector<HTMLElement>(`[data-citation="${index}"]`);
  const around = call?.closest<HTMLElement>(block);
  const range = findInElement(around ?? article, around ? claim : (quote ?? claim)) ?? (around && contentsOf(around));
  if (range) markFound(range);
  const target = call ?? range?.startContainer.parentElement?.closest<HTMLElement>(block);
  if (!target) return false;
  jumpTo(target, 'center');
  return true;
}

function contentsOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

/** Marks ranges of the text until the next ones, and scrolls to the first. Returns false without a range. */
export function showRanges(ranges: readonly Range[]): boolean {
  clearHighlight();
  const target = ranges[0]?.startContainer.parentElement?.closest<HTMLElement>(block);
  if (!target) return false;
  markFound(...ranges);
  jumpTo(target, 'center');
  return true;
}

/** Marks ranges of the text until the next ones. Browsers without highlights only scroll and focus. */
export function markFound(...ranges: Range[]): void {
  if ('highlights' in CSS) CSS.highlights.set(highlightName, new Highlight(...ranges));
}

/** Removes the mark of `showInText`. */
export function clearHighlight(): void {
  if ('highlights' in CSS) CSS.highlights.delete(highlightName);
}
