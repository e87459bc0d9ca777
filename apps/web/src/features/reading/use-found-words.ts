import { useEffect } from 'react';
import type { FoundWords } from '../../domain/search/found-words.ts';
import { showErrorToast } from '../../ui/toasts/tell.ts';
import type { ReadingState } from './use-reading.ts';

/** Shows the words of an address in the text (SEA-10). The code for it loads with the first words. */
export function useFoundWords({ article, found }: ReadingState, { words = '', near = '' }: FoundWords): void {
  // Before, the footnotes are other elements, and the marks would go with them.
  const isSettled = !found.isPending;
  useEffect(() => {
    if (!isSettled || words === '') return;
    let isOver = false;
    import('./citations/show-found-words.ts').then(({ showFoundWords }) => {
      if (!isOver && article.current) showFoundWords(article.current, { words, near });
    }, showErrorToast);
    return () => {
      isOver = true;
    };
  }, [article, isSettled, words, near]);
}
