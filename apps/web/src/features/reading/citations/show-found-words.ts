import { readElement } from '../../../domain/markdown/find-in-element.ts';
import { findNear } from '../../../domain/markdown/find-near.ts';
import { searchTexts } from '../../../texts/en/findings/search.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { showRanges } from './show-in-text.ts';

/** Scrolls to the words that a search has found and marks them, or says that the text does not show them (SEA-10). */
export function showFoundWords(article: HTMLElement, found: { words: string; near: string }): void {
  const { text, rangeOf } = readElement(article);
  const ranges = findNear(text, found).flatMap((span) => rangeOf(span) ?? []);
  if (showRanges(ranges)) return;
  scrollTo({ top: 0 });
  showDoneToast(searchTexts.notInText);
}
