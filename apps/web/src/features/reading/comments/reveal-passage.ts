import { stickyPx } from '../../../ui/layout/sticky-bar.ts';

/** Scrolls a passage to the upper third of the window, unless it is in view. */
export function revealPassage(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  if (top > stickyPx('top') + 24 && bottom < innerHeight - stickyPx('bottom') - 24) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: scrollY + top - innerHeight / 3, behavior: calm ? 'auto' : 'smooth' });
}
