import type { ReadablePage } from '../../pdf/draw-readable-page.ts';
import { readElement } from '../markdown/find-in-element.ts';
import { findCited } from './split-passages.ts';

/** Rectangles of this height at most are of empty lines. */
const minPx = 1;

/**
 * Marks the first of the wordings that stands on a drawn page, which must be in the document. Returns the first mark;
 * undefined when none of them stands there.
 */
export function markPage({ sheet, text }: ReadablePage, wordings: readonly (string | null)[]): Element | undefined {
  const { text: words, rangeOf } = readElement(text);
  const origin = sheet.getBoundingClientRect();
  const marks = findCited(words, wordings)
    .flatMap((span) => [...(rangeOf(span)?.getClientRects() ?? [])])
    .filter(({ width, height }) => width > minPx && height > minPx)
    .map(({ left, top, width, height }) => {
      const mark = document.createElement('span');
      mark.className = 'pdf-mark';
      const place = { left: left - origin.left, top: top - origin.top, width, height };
      for (const [name, px] of Object.entries(place)) mark.style.setProperty(name, `${px}px`);
      return mark;
    });
  text.before(...marks);
  return marks[0];
}
