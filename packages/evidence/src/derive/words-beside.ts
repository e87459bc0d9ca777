import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import type { TypedFigure } from '../values/typed-figure.ts';

/** Matches a separator of list items: a comma, a semicolon, "and". */
const separator = /[,;、。]|(?<!\p{L})(?:and|while|und|et|y|e|sowie|plus)(?!\p{L})/giu;

/**
 * Returns the words that each figure of a passage stands beside, in the order of the figures: "pumps" and "software" in
 * "3.4 million for pumps and 1.9 million for software". The words between two figures part at the last separator.
 */
export function wordsBeside(
  text: string,
  figures: readonly TypedFigure[],
  language: Language | null,
): ReadonlySet<string>[] {
  const cuts = figures.map((figure, index) => {
    const next = figures[index + 1];
    if (next === undefined) return text.length;
    const between = text.slice(figure.end, next.start);
    const last = [...between.matchAll(separator)].at(-1);
    return last === undefined ? next.start : figure.end + last.index;
  });
  return cuts.map((cut, index) => {
    const own = text.slice(index === 0 ? 0 : cuts[index - 1], cut);
    return new Set(readContentWords(own, language).map(({ stem }) => stem));
  });
}
