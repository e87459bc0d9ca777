import { monthNumbers } from '@ecp/language/dates';
import type { ReadNumber } from './read-numbers.ts';
import type { Block } from './read-passages.ts';

/**
 * Lists the figures of papers that no footnote backs: neither in their paragraph, list item or table nor, for the same
 * value, elsewhere. A figure in a paragraph that shows a calculation (`=`) is backed. Years, dates, ordinals and bare
 * numbers below 10 are no figures.
 */
export function findUncitedFigures(papers: readonly (readonly Block[])[]): string[] {
  const blocks = papers.flat();
  const backed = new Set(
    blocks
      .filter(isBacked)
      .flatMap((block) => block.passages.flatMap(({ numbers }) => numbers.map(({ value }) => value))),
  );
  const uncited = blocks
    .filter((block) => block.kind !== 'heading' && !isBacked(block))
    .flatMap((block) =>
      block.passages.flatMap(({ numbers }) => numbers.filter((one) => !isOrdinary(one) && !backed.has(one.value))),
    );
  return [...new Map(uncited.map(({ value, shown }) => [value, shown])).values()];
}

function isBacked({ isFootnoted, passages }: Block): boolean {
  return isFootnoted || passages.some(({ text }) => text.includes('='));
}

const months = [...monthNumbers.keys()].join('|');
/** The words that follow the day of a date: `3 June`, `3. Juni`, `3 de junio`, `6月3日`. */
const afterDay = new RegExp(`^\\.? ?(?:[年月日]|(?:de )?(?:${months})(?!\\p{L}))`, 'u');

/** True for years, dates, names such as `C1041`, ordinals and bare numbers below 10. */
function isOrdinary({ value, unit, before, after }: ReadNumber): boolean {
  if (unit !== null) return false;
  const isYear = Number.isInteger(value) && value >= 1900 && value <= 2100;
  const isNamed = /[\p{Script=Latin}§#]-?$/u.test(before);
  return isYear || value < 10 || isNamed || afterDay.test(after) || /^(?:st|nd|rd|th)\b/.test(after);
}
