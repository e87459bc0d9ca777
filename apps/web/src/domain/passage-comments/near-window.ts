import type { PlacedComment } from './place-comments.ts';

/**
 * Returns those of the placed comments, which are in the order of the text, whose passages are in the window or half
 * a window beyond it. It measures few of them: the text of a thousand is not laid out for it.
 */
export function nearWindow<P extends Pick<PlacedComment, 'ranges'>>(placed: readonly P[]): P[] {
  const from = firstIndex(placed, ({ bottom }) => bottom >= -innerHeight / 2);
  const to = firstIndex(placed, ({ top }) => top > innerHeight * 1.5);
  return placed.slice(from, to);
}

/** Returns the index of the first comment whose passage fulfils a condition that all later ones fulfil. */
export function firstIndex<P extends Pick<PlacedComment, 'ranges'>>(
  placed: readonly P[],
  isReached: (rect: DOMRect) => boolean,
): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const rect = placed[middle]?.ranges[0].getBoundingClientRect();
    if (rect && isReached(rect)) high = middle;
    else low = middle + 1;
  }
  return low;
}
