import type { NumberStyle } from '@ecp/language/number-style';
import { type FoundNumber, readNumbers } from '@ecp/language/read-numbers';
import { isRow } from './sources/passages.ts';

/** The numbers of a passage, in every value that their spelling allows. */
export class NumberSet {
  readonly #keys = new Set<string>();
  readonly values: number[] = [];

  /** Adds the numbers of a text in its own style. Cells of a row are also read one by one. */
  add(text: string, style: NumberStyle): void {
    // A number may contain line ends, and a number word may contain hyphens.
    const joined = text.replace(/(\p{L})[-\u00ad][ \t\r]{0,8}\n[ \t]{0,8}(?=\p{Ll})/gu, '$1').replaceAll('\n', ' ');
    this.#addAll(readNumbers(joined, style));
    for (const line of text.split('\n')) {
      if (isRow(line)) for (const cell of splitCells(line)) this.#addAll(readNumbers(cell, style));
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

/** Splits a row at its own separator, because another one may be a decimal sign: 1.284;63,5 */
function splitCells(line: string): string[] {
  const separator = ['\t', '|', ';'].find((sign) => line.split(sign).length > 2) ?? ',';
  return line.split(separator);
}

/** Words that announce a rounded figure, before it and, in Japanese, behind it. */
const hedge =
  /(?:about|around|roughly|approximately|approx\.|nearly|almost|some|over|under|just|(?:more|less|fewer) than|at least|up to|close to|circa|ca\.|c\.|~|≈|rund|etwa|knapp|fast|gut|über|unter|mehr als|weniger als|mindestens|höchstens|bis zu|nahezu|annähernd|ungefähr|zirka|env\.|environ|près de|plus de|moins de|presque|autour de|quelque|au moins|au plus|jusqu.à|casi|unos|unas|cerca de|alrededor de|más de|menos de|aproximadamente|al menos|hasta|quasi|約|およそ|ほぼ|概ね)\s*(?:de |d.)?(?:[$€£¥]|US\$)?\s*$/iu;
const hedgeBehind = /^\s?(?:%|円|人|件|社|名|台|店|日|年|か月)?(?:程度|前後|ほど|以上|以下|未満|超|強|弱|近く|余り)/u;
const calculation =
  /[=×÷*]|\d\s*[x/]\s*[$€£]?\d|\b(?:times|divided|multipl\w+|minus|plus|sum|total\w*|together|combined|difference|average\w*|calculat\w+|comput\w+|equals?|ratio)\b|(?:zusammen|insgesamt|summe|berechnet|differenz|durchschnitt|ergibt|ergeben|geteilt|multipli|verhältnis|somme|calcul|différence|moyenne|divisé|suma|diferencia|promedio|media de|cálculo|resulta|dividi|totale?|合計|平均|差額|差は|割ると|倍に|計算)/iu;
const estimate =
  /\b(?:estimat\p{L}*|assum\p{L}*|extrapolat\p{L}*|estim\p{L}*|hypothès\p{L}*|supuest\p{L}*|supon\p{L}*|stim\p{L}*|ipotesi)(?!\p{L})|(?:geschätzt|schätz|annahme|annehmen|unterstell|supposons|supposé|calculamos|推定|想定|見積|仮定)\p{L}*/giu;

/**
 * Finds the numbers of a claim that the cited passage does not contain. Three kinds are allowed: a number of the passage
 * that is rounded and says so, a number that the sentence calculates from numbers of the passage, and one figure that the
 * sentence calls its own estimate beside a number of the passage.
 * @param claim `stretch` are the words that the citation supports, without quoted ones; `style` is that of the document
 */
export function findWrongNumbers(
  { stretch, sentence, style }: { stretch: string; sentence: string; style: NumberStyle },
  passage: string,
  held: NumberSet,
): FoundNumber[] {
  const numbers = readNumbers(stretch, style).filter(({ isLabel }) => !isLabel);
  const wrong = numbers.filter((number) => !held.has(number) && !isRounded(number, stretch, held));
  if (wrong.length === 0) return [];
  const inputs = readNumbers(sentence, style).filter((number) => !number.isLabel && held.has(number));
  const left = calculation.test(sentence) ? wrong.filter((number) => !isDerived(number, inputs)) : wrong;
  const isOwnEstimate = (sentence.match(estimate) ?? []).some(
    (word) => !passage.toLowerCase().includes(word.toLowerCase()),
  );
  return left.length === 1 && isOwnEstimate && inputs.length > 0 ? [] : left;
}

/** Returns true for a rounded number that says so or shows its precision by decimals or a scale such as "million". */
function isRounded({ values, shown, start, end }: FoundNumber, text: string, held: NumberSet): boolean {
  const announced =
    hedge.test(text.slice(Math.max(0, start - 24), start)) || hedgeBehind.test(text.slice(end, end + 12));
  const precise = /[.,]\d/.test(shown) || /\p{L}{1,}/u.test(shown);
  if (!announced && !precise) return false;
  const digits = shown.replace(/\D/g, '').replace(/^0+/, '');
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
