import { type Quantity, readQuantities } from '@ecp/language/quantities';
import type { Passage } from '../material/passage.ts';
import { readStems, stemWord } from '../text/read-words.ts';

/** A quantity in a sentence that can be compared with others of the same unit. */
export interface Value {
  /** The quantity as the sentence shows it. */
  shown: string;
  value: number;
  /** `€`, `%`, `day` and so on; empty for a plain count. */
  unit: string;
  /** The stem of what is counted, if it directly follows the figure. */
  noun: string | null;
  /** The stems of the word or words before the figure and of the two after it. */
  beside: string[];
  isPeriod: boolean;
  /** The year directly after the figure: "10.91 million in 2023". */
  year: string | null;
}

/** Units as the rows of tables name them. */
const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', pp: '%' };
const periods: ReadonlySet<string> = new Set(['min', 'h', 'd', 'wk', 'mo', 'yr']);

/** Returns the name by which figures of a unit are compared: `€` for EUR, `%` for points. */
export const unitName = (unit: string): string => symbols[unit] ?? unit;
/** Returns true for the code of a length of time. */
export const isPeriod = (unit: string): boolean => periods.has(unit);

/** Reads the quantities of a sentence: digits, number words before a period, "one in nine" as a share; no dates. */
export function readValues({ text, origin }: Passage): Value[] {
  const { language, decimalSign } = origin;
  // English puts what is measured right before the figure, other languages further away.
  const reach = language === 'en' ? 1 : 3;
  return readQuantities(text, { language, decimalSign }).flatMap((quantity) => {
    const isTime = isPeriod(quantity.measure?.unit ?? '');
    const isTold =
      quantity.form === 'digits' ||
      (quantity.form === 'word' && isTime) ||
      (quantity.form === 'fraction' && /^one in /i.test(quantity.text));
    // A length or an area says how big a thing is, not how many there are.
    const isSize = quantity.measure?.kind === 'unit' && !isTime && !isThing(quantity);
    return quantity.names === null && isTold && !isSize ? (toValue(quantity, text, reach) ?? []) : [];
  });
}

function toValue(quantity: Quantity, text: string, reach: number): Value | null {
  const { start, end, value, scale, measure } = quantity;
  const word = isThing(quantity) ? /\p{L}+$/u.exec(quantity.text)?.[0] : undefined;
  const unit = measure === null || word !== undefined ? '' : unitName(measure.unit);
  const after =
    unit === '' && word === undefined && scale === 1 ? /^[\s-]?(\p{L}{3,})/u.exec(text.slice(end))?.[1] : undefined;
  const counted = word ?? after;
  const noun = counted === undefined ? null : stemWord(counted.toLowerCase());
  if (unit === '' && value < 5) return null;
  return {
    shown: [quantity.text, after].filter((part) => part !== undefined).join(' '),
    ...{ value, unit, noun, isPeriod: isPeriod(unit) },
    year: /^\s?(?:in|im Jahr|en)\s((?:19|20)\d{2})(?!\d)/.exec(text.slice(end))?.[1] ?? null,
    beside: [...(noun ? [noun] : []), ...readBeside(text, start, end, reach)],
  };
}

/** Returns true for a unit whose word also names things that are counted: meters. */
const isThing = ({ measure, others }: Quantity): boolean =>
  measure?.kind === 'unit' && others.some((other) => other.measure === null && other.scale === 1);

function readBeside(text: string, start: number, end: number, reach: number): string[] {
  const topical = (part: string) =>
    readStems(part).filter((stem) => !/\d|^(?:percent|prozent|million|billion|milliard|thousand)/.test(stem));
  return [
    ...topical(text.slice(Math.max(0, start - 60), start)).slice(-reach),
    ...topical(text.slice(end, end + 80)).slice(0, 2),
  ];
}

const quarters = 'first second third fourth'.split(' ');

/** Returns the years that a text names, and its quarters as `2025 Q4`. A quarter without a year does not count. */
export function readYears(text: string): Set<string> {
  const spelled = text
    .replace(
      /\b(first|second|third|fourth) quarter (?:of )?((?:19|20)\d{2})\b/gi,
      (_, word: string, year: string) => `${year} Q${quarters.indexOf(word.toLowerCase()) + 1} ${year}`,
    )
    .replace(/\b([1-4])\. Quartal ((?:19|20)\d{2})\b/gi, '$2 Q$1 $2');
  return new Set(spelled.match(/(?<!\d)(?:19|20)\d{2}(?!\d)(?: Q[1-4])?/g));
}
