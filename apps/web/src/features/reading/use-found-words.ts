import { useEffect } from 'react';
import type { FoundWords } from '../../domain/search/found-words.ts';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { findNearInElement } from './citations/find-in-element.ts';
import { showRanges } from './citations/show-in-text.ts';
import type { ReadingState } from './use-reading.ts';

/** Scrolls to the words that a search has found and marks them (SEA-10). */
export function useFoundWords({ article, found }: ReadingState, { words = '', near = '' }: FoundWords): void {
  // Before, the footnotes are other elements, and the marks would go with them.
  const isSettled = !found.isPending;
  useEffect(() => {
    if (!isSettled || words === '' || !article.current) return;
    if (showRanges(findNearInElement(article.current, { words, near }))) return;
    scrollTo({ top: 0 });
    showDoneToast(searchTexts.notInText);
  }, [article, isSettled, words, near]);
}
