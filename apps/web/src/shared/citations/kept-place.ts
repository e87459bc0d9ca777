import { type RefObject, useEffect } from 'react';

const blocks = ':is(p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6)';

/** An element of the text, and how far it is below the upper edge of the window. */
interface Place {
  element: Element;
  topPx: number;
}

/** Keeps the block that is read at its height in the window when the column changes its width. */
export function useKeptPlace(article: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = article.current;
    if (!element) return undefined;
    let place = findPlace(element);
    let widthPx = element.clientWidth;
    const remember = () => {
      place = findPlace(element);
    };
    const keep = () => {
      if (element.clientWidth === widthPx) return;
      widthPx = element.clientWidth;
      const movedPx = place ? place.element.getBoundingClientRect().top - place.topPx : 0;
      if (movedPx !== 0) scrollBy({ top: movedPx, behavior: 'instant' });
    };
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    document.addEventListener('scroll', remember, { passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', remember);
    };
  }, [article]);
}

/** Finds the first block of a text that begins within the window; null while none does. */
function findPlace(article: HTMLElement): Place | null {
  const all = article.querySelectorAll(blocks);
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle]?.getBoundingClientRect().top ?? 0) < 0) low = middle + 1;
    else high = middle;
  }
  const element = all[low];
  const topPx = element?.getBoundingClientRect().top ?? innerHeight;
  return element && topPx < innerHeight ? { element, topPx } : null;
}
