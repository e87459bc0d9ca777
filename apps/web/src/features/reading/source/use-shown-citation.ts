import { type RefObject, useEffect } from 'react';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { stickyPx } from '../../../ui/layout/sticky-bar.ts';
import { clearHighlight, markInText } from '../citations/show-in-text.ts';

/** Pixels between a sentence and the bars at the edges of the window. */
const roomPx = 16;

/**
 * Marks the sentence of a citation in the text while its source is shown. The page scrolls only if the sentence would
 * not be in view, and the focus stays where it is.
 */
export function useShownCitation(article: RefObject<HTMLElement | null>, citation: NumberedCitation | undefined): void {
  useEffect(() => {
    const target = article.current && citation && markInText(article.current, citation);
    if (!target) return undefined;
    // The viewer reports its height within a frame, and with it how much of the window is left to the text.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => showBetweenBars(target)));
    return () => {
      cancelAnimationFrame(frame);
      clearHighlight();
    };
  }, [article, citation]);
}

function showBetweenBars(target: HTMLElement): void {
  const { top, bottom } = target.getBoundingClientRect();
  const [from, to] = [stickyPx('top') + roomPx, innerHeight - stickyPx('bottom') - roomPx];
  if (top < from || bottom > to) scrollBy({ top: (top + bottom - from - to) / 2 });
}
