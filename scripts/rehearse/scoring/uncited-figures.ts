import type { ReadNumber } from './read-numbers.ts';
import type { Block, Passage } from './read-passages.ts';

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
      block.passages.flatMap((passage) => figuresOf(passage).filter(({ value }) => !backed.has(value))),
    );
  return [...new Map(uncited.map(({ value, words }) => [value, words])).values()];
}

function isBacked({ isFootnoted, passages }: Block): boolean {
  return isFootnoted || passages.some(({ text }) => text.includes('='));
}

function figuresOf({ text, numbers }: Passage): { value: number; words: string }[] {
  return numbers
    .filter((number) => !isOrdinary(number, text))
    .map(({ value, at, end }) => ({ value, words: text.slice(Math.max(0, at - 1), end).trim() }));
}

const timeWord =
  /^ ?(?:年|月|日|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|de \p{L}+ de)/u;

function isOrdinary({ value, unit, at, end }: ReadNumber, text: string): boolean {
  if (unit !== null) return false;
  const isYear = Number.isInteger(value) && value >= 1900 && value <= 2100;
  const isNamed =
    /[\p{L}§#]-?$/u.test(text.slice(0, at)) && !/[\p{Script=Han}\p{Script=Hiragana}]$/u.test(text.slice(0, at));
  const rest = text.slice(end, end + 20);
  return (
    isYear || value < 10 || isNamed || timeWord.test(rest.replace(/^\. ?/, ' ')) || /^(?:st|nd|rd|th)\b/.test(rest)
  );
}
