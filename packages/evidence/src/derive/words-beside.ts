import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import type { TypedFigure } from '../values/typed-figure.ts';

/** Matches a separator of list items, a comma, a semicolon or "and", and the end of a sentence. */
const separator =
  /[,;、。]|(?<=\p{L}{3})(?<!Mio|Mrd|Tsd|Mill|mill|Bio)[.!?]\s|(?<!\p{L})(?:and|while|und|et|y|e|sowie|plus)(?!\p{L})/giu;

/** Words of amounts tell nothing of what they are amounts of. */
const amountWord =
  /^(?:m?illion|milliar|milliard|billion|thousan|tausend|mio|mrd|tsd|mille|mil|eur|euro|usd|gbp|chf|dkk|dollar|pound|percent|prozent|cent)/u;

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
    return new Set(readContentWords(own, language).flatMap(({ stem }) => (amountWord.test(stem) ? [] : stem)));
  });
}
