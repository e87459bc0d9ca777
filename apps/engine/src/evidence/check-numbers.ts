import { isRow } from './passages.ts';
import { type FoundNumber, readNumbers } from './read-numbers.ts';

/** The numbers of a passage, in every value that their spelling allows. */
export class NumberSet {
  readonly #keys = new Set<string>();
  readonly values: number[] = [];

  /** Adds the numbers of a text. Cells of a row are also read one by one. */
  add(text: string): void {
    // A number may contain line ends, and a number word may contain hyphens.
    this.#addAll(readNumbers(text.replace(/(\p{L})[-\u00ad]\s*\n\s*(?=\p{Ll})/gu, '$1').replaceAll('\n', ' ')));
    for (const line of text.split('\n')) {
      if (isRow(line)) for (const cell of line.split(/[,;|\t]/)) this.#addAll(readNumbers(cell));
    }
  }

  /** Returns true if the passage contains the number in any spelling. */
  has({ values }: FoundNumber): boolean {
    return values.some((value) => this.#keys.has(keyOf(value)));
  }

  /** Adds the numbers of another set. */
  join(other: NumberSet): void {
    for (const value of other.values) this.#addValue(value);
  }

  #addAll(numbers: FoundNumber[]): void {
    for (const value of numbers.flatMap((number) => number.values)) this.#addValue(value);
  }

  #addValue(value: number): void {
    const key = keyOf(value);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.values.push(value);
  }
}

const keyOf = (value: number) => value.toPrecision(12);

const hedge =
  /(?:about|around|roughly|approximately|approx\.|nearly|almost|some|over|under|just|(?:more|less|fewer) than|at least|up to|close to|circa|ca\.|c\.|~|≈|rund|etwa|knapp|fast|gut|über|environ|près de|plus de|presque|casi|unos|unas|cerca de|quasi)\s*(?:[$€£¥]|US\$)?\s*$/iu;
const calculation =
  /[=×÷*]|\d\s*[x/]\s*[$€£]?\d|\b(?:times|divided|multipl\w+|minus|plus|sum|total\w*|together|combined|difference|average\w*|calculat\w+|comput\w+|equals?|ratio|zusammen|Summe|berechnet|Differenz|somme|calcul\w*|suma|totale?)\b/iu;
const estimate =
  /\b(?:estimat\w*|assum\w*|extrapolat\w*|geschätzt\w*|Schätzung|schätz\w+|Annahme\w*|estim\w*|hypothès\w*|supuest\w*|supon\w*|stim\w*|ipotesi)\b/giu;

/**
 * Finds the numbers of a claim that the cited passage does not contain. Three kinds are allowed: a number of the passage
 * that is rounded and says so, a number that the sentence calculates from numbers of the passage, and one figure that the
 * sentence calls its own estimate beside a number of the passage.
 * @param stretch the words that the citation supports, without quoted ones
 */
export function findWrongNumbers(stretch: string, sentence: string, passage: string, held: NumberSet): FoundNumber[] {
  const numbers = readNumbers(stretch).filter(({ isLabel }) => !isLabel);
  const wrong = numbers.filter((number) => !held.has(number) && !isRounded(number, stretch, held));
  if (wrong.length === 0) return [];
  const inputs = readNumbers(sentence).filter((number) => !number.isLabel && held.has(number));
  const left = calculation.test(sentence) ? wrong.filter((number) => !isDerived(number, inputs)) : wrong;
  const isOwnEstimate = (sentence.match(estimate) ?? []).some(
    (word) => !passage.toLowerCase().includes(word.toLowerCase()),
  );
  return left.length === 1 && isOwnEstimate && inputs.length > 0 ? [] : left;
}

/** Returns true for a rounded number that says so or shows its precision by decimals or a scale such as "million". */
function isRounded({ values, shown, start }: FoundNumber, text: string, held: NumberSet): boolean {
  const announced = hedge.test(text.slice(Math.max(0, start - 24), start));
  const precise = /[.,]\d/.test(shown) || /\p{L}{1,}/u.test(shown);
  if (!announced && !precise) return false;
  const digits = shown.replace(/[^\d]/g, '').replace(/^0+/, '');
  const significant = announced ? digits.replace(/0+$/, '').length : digits.length;
  if (!announced && significant < 2) return false;
  return values.some((value) => {
    const unit = 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - significant + 1);
    const reach = Math.min(announced ? unit : unit / 2, Math.abs(value) * 0.06) + Number.EPSILON;
    return held.values.some((found) => Math.abs(found - value) <= reach);
  });
}

/** Returns true if two or all inputs give the number: product, quotient, sum, difference, share or change in percent. */
function isDerived({ values }: FoundNumber, inputs: FoundNumber[]): boolean {
  const known = inputs.flatMap((input) => input.values).slice(0, 24);
  const results = known.flatMap((one) => known.flatMap((other) => combine(one, other)));
  const first = inputs.map((input) => input.values[0] ?? 0);
  results.push(
    first.reduce((sum, value) => sum + value, 0),
    first.reduce((product, value) => product * value, 1),
    first.reduce((sum, value) => sum + value, 0) / Math.max(1, first.length),
  );
  return values.some((value) => results.some((result) => Math.abs(result - value) <= Math.abs(value) * 0.011));
}

function combine(one: number, other: number): number[] {
  const both = [one * other, one + other, Math.abs(one - other), (one * other) / 100, (one + other) / 2];
  return other === 0 ? both : [...both, one / other, (100 * one) / other, (100 * Math.abs(one - other)) / other];
}
