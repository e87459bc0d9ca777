import type { Expectation, Quantity } from '../key-file.ts';
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

/** True when all words and numbers of an expectation are in `place`, and none that it excludes is in `wider`. */
export function meets(expectation: Expectation, place: Place, wider: Place = place): boolean {
  const { words = [], numbers = [], without = {} } = expectation;
  return (
    words.every((word) => hasWord(word, place)) &&
    numbers.every((quantity) => hasQuantity(quantity, place)) &&
    !(without.words ?? []).some((word) => hasWord(word, wider)) &&
    !(without.numbers ?? []).some((quantity) => hasQuantity(quantity, wider))
  );
}

/** True when one of the pieces of words, separated by `|`, is in a place or around it. */
export function hasWord(pieces: string, { text, around }: Place): boolean {
  return pieces.split('|').some((piece) => {
    const folded = foldText(piece);
    return text.includes(folded) || around.includes(folded);
  });
}

/** True when a place has a number within the tolerance. A number that shows no unit fits each unit. */
export function hasQuantity({ value, unit, tolerance = 0 }: Quantity, { numbers }: Place): boolean {
  const wanted = Math.abs(value);
  // Numbers such as 0.1 + 0.2 have no exact form.
  const slack = tolerance + Math.max(1, wanted) * 1e-9;
  return numbers.some(
    (number) => Math.abs(number.value - wanted) <= slack && (unit === undefined || (number.unit ?? unit) === unit),
  );
}
