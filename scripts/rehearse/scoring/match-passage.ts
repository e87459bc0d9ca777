import type { Expectation, Quantity, Unit } from '../key-file.ts';
import { foldText } from './fold-text.ts';
import type { ReadNumber } from './read-numbers.ts';
import type { Block } from './read-passages.ts';

/** A place of a paper in which words and numbers are looked for. */
export interface Place {
  text: string;
  /** Words around it, such as the heading above. They count for words, not for numbers. */
  around: string;
  numbers: readonly ReadNumber[];
}

/** The place that one or several neighbouring blocks make. */
export function placeOf(blocks: readonly Block[]): Place {
  const passages = blocks.flatMap((block) => block.passages);
  return {
    text: passages.map(({ text }) => text).join(' '),
    around: blocks[0]?.heading ?? '',
    numbers: passages.flatMap(({ numbers }) => numbers),
  };
}

/** True when all words and numbers of an expectation are in a place. */
export function meets({ words = [], numbers = [], without }: Expectation, place: Place): boolean {
  return (
    words.every((word) => hasWord(word, place)) &&
    numbers.every((quantity) => hasQuantity(quantity, place)) &&
    !isExcused(without, place)
  );
}

/**
 * True when a sentence makes a false statement: it has all words and numbers, and its paragraph has nothing that puts
 * it right. A number counts with its unit only, so that a bare one in a table accuses nobody.
 */
export function isFalse(
  { words = [], numbers = [], without }: Expectation,
  sentence: Place,
  paragraph: Place,
): boolean {
  return (
    words.every((word) => hasWord(word, sentence)) &&
    numbers.every((quantity) => hasQuantity(quantity, sentence, true)) &&
    !isExcused(without, paragraph)
  );
}

function isExcused({ words = [], numbers = [] }: NonNullable<Expectation['without']> = {}, place: Place): boolean {
  return words.some((word) => hasWord(word, place)) || numbers.some((quantity) => hasQuantity(quantity, place));
}

/** True when one of the pieces of words, separated by `|`, is in a place or around it. */
export function hasWord(pieces: string, { text, around }: Place): boolean {
  return pieces.split('|').some((piece) => {
    const folded = foldText(piece);
    return text.includes(folded) || around.includes(folded);
  });
}

/** True when a place has a number within the tolerance. With `mustShowUnit`, a number without a unit does not count. */
export function hasQuantity(
  { value, unit, tolerance = 0 }: Quantity,
  { numbers }: Place,
  mustShowUnit = false,
): boolean {
  const wanted = Math.abs(value);
  // Numbers such as 0.1 + 0.2 have no exact form.
  const slack = tolerance + Math.max(1, wanted) * 1e-9;
  const fits = (shown: Unit | null) => unit === undefined || shown === unit || (shown === null && !mustShowUnit);
  return numbers.some((number) => Math.abs(number.value - wanted) <= slack && fits(number.unit));
}
