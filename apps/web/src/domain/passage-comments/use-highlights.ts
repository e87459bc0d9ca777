import { useEffect } from 'react';
import { nearWindow } from './near-window.ts';
import type { PlacedComment } from './place-comments.ts';
import { showHighlights } from './show-highlights.ts';

/**
 * Marks the passages of comments, and those of the active one stronger. Only passages near the window are marked: the
 * browser paints every mark again with each letter that is typed anywhere on the page.
 */
export function useHighlights(placed: readonly Pick<PlacedComment, 'ranges'>[], active: readonly Range[]): void {
  useEffect(() => {
    let frame = 0;
    let drawnAt = Number.NEGATIVE_INFINITY;
    const draw = () => {
      if (Math.abs(scrollY - drawnAt) < innerHeight / 4) return;
      drawnAt = scrollY;
      showHighlights(
        'comment',
        nearWindow(placed).flatMap(({ ranges }) => ranges),
      );
    };
    const plan = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    };
    draw();
    addEventListener('scroll', plan, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', plan);
      showHighlights('comment', []);
    };
  }, [placed]);
  useEffect(() => {
    showHighlights('active', active);
    return () => showHighlights('active', []);
  }, [active]);
}
