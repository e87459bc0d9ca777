import { findFigures } from '../../../domain/figures/find-figures.ts';
import type { LedgerFigure } from '../../../domain/figures/queries.ts';
import { findInElement } from '../../../domain/markdown/find-in-element.ts';
import { jumpTo } from '../../../domain/outline/jump-to.ts';
import { markFound } from '../citations/show-in-text.ts';

const blocks = 'p, li, td, th, h2, h3, h4, h5, h6';

/** Scrolls to the place where a document states a figure, and marks its value. Returns false if it is not found. */
export function showConflict(article: HTMLElement, figure: LedgerFigure, filename: string): boolean {
  const states = (element: Element) => findFigures([figure], filename, element.textContent).length > 0;
  const own = figure.values.filter((value) => value.filename === filename);
  // The innermost block, or the cell beside the label in a table's row.
  const block = [...article.querySelectorAll<HTMLElement>(blocks)].find(
    (element) => states(element) && !element.querySelector(blocks),
  );
  const place = block ?? [...article.querySelectorAll<HTMLElement>('tr')].find(states);
  if (!place) return false;
  const range = own.map(({ text }) => findInElement(place, text)).find((found) => found !== null);
  if (range) markFound(range);
  jumpTo(place, 'center');
  return true;
}
