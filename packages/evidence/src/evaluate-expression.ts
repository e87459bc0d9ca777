import type { Language } from '@ecp/language/language';
import { type NumberStyle, readNumberStyle, readSpelling } from '@ecp/language/number-style';
import { checkDateCalculations, readDateCalculation } from './date-calculation.ts';
import { evaluateRoot } from './evaluate-calculation.ts';
import { readCalculation } from './read-calculation.ts';

export type Evaluated =
  | {
      value: number;
      unit: string | null;
      /** The result as a footnote of that language writes it. */
      shown: string;
    }
  | { error: string };

/** The decimal sign of a document of a language, in which results are shown. */
const decimalSigns: Record<Language, '.' | ','> = { en: '.', ja: '.', de: ',', fr: ',', es: ',' };
/** One separator before three digits: of thousands, or a decimal sign. */
const twofold = /(?<![\p{L}\d.,])([1-9]\d{0,2})[.,](\d{3})(?!\d|[.,]\d)/gu;

const year = /^(?:19|20)\d{2}$/;

/** A text that the writer was given. Programs write decimal points in every language. */
interface PrintedText {
  text: string;
  decimalSign?: '.';
}

/**
 * Writes the numbers of an expression that can be read in two ways so that they have one: 18,600
 * becomes 18600 or 18.6. The texts that print such a number decide. Without one the language
 * decides if it reads thousands, or has the decimal point, as models write by habit.
 */
export function settleNumbers(
  expression: string,
  language: Language,
  texts: readonly PrintedText[],
): { settled: string } | { error: string } {
  const sign = decimalSigns[language];
  const faults: string[] = [];
  const settled = expression.replaceAll(twofold, (digits, first: string, last: string) => {
    const [whole, decimal] = [`${first}${last}`, `${first}${sign}${last}`];
    const printed = listPrinted(first, last, texts);
    const [own = ''] = readSpelling(digits, sign);
    const isKnown = printed.size === 1 || (printed.size === 0 && (own === whole || sign === '.'));
    if (!isKnown)
      faults.push(
        `${digits} can be read as ${whole} or as ${first}.${last}: write ${whole}, or ${decimal}0`,
      );
    const [value = own] = printed;
    return value === whole ? whole : decimal;
  });
  return faults.length > 0 ? { error: faults.join('; ') } : { settled };
}

/** The values that texts print in these digits, as plain digits, each in the style of its text. */
function listPrinted(first: string, last: string, texts: readonly PrintedText[]): Set<string> {
  const token = new RegExp(
    `(?<![\\p{L}\\d.,])${first}[.,'’ \\u00a0\\u202f]?${last}(?!\\d|[.,]\\d)`,
    'gu',
  );
  const values = texts.flatMap(({ text, decimalSign }) => {
    const found = new Set(text.match(token)?.filter((digits) => !year.test(digits)));
    const style = found.size === 0 ? null : (decimalSign ?? readNumberStyle(text).decimalSign);
    return [...found].map((digits) => readSpelling(digits, style));
  });
  return new Set(values.filter(({ length }) => length === 1).flat());
}

/** Significant digits of a rounded result, and most decimals of an exact one. */
const digits = { rounded: 5, exact: 4 };
const noResult = /^\d{4}-\d{2}(?:-\d{2})?$/;

/**
 * Evaluates numbers with units, `+ − × ÷ / ^ ( )`, sum, average, min, max, sqrt, or dates with
 * lengths of time. A quotient of two amounts of one kind is shown in percent.
 */
export function evaluateExpression(expression: string, language: Language): Evaluated {
  const style = { language, decimalSign: decimalSigns[language] };
  const dated = evaluateDates(expression, style);
  if (dated) return dated;
  const [equation] = readCalculation(`= ${expression} = 1`, style) ?? [];
  if (!equation) {
    return {
      error:
        'it is no expression of numbers with units, + − × ÷ / ^ ( ), sum, average, min, max, sqrt, or dates',
    };
  }
  const result = evaluateRoot(equation);
  if ('one' in result) return { error: `${result.one} and ${result.other} do not go together` };
  const { value, unit } = result;
  if (!Number.isFinite(value)) return { error: 'it has no finite value' };
  const isShare =
    unit === null && equation.root.kind === 'operation' && equation.root.operation === '/';
  if (isShare && /[%％]/.test(expression)) {
    return { value: value * 100, unit: '%', shown: show(value * 100, '%', language) };
  }
  return { value, unit, shown: show(value, unit, language) };
}

/**
 * Evaluates a date and lengths of time, or the days between two dates. Null for another expression.
 */
function evaluateDates(
  expression: string,
  style: NumberStyle & { language: Language },
): Evaluated | null {
  const { language } = style;
  const read = readDateCalculation(`= ${expression} = 0`, style);
  if (!read) return null;
  const { fault } = checkDateCalculations('', read, null, style);
  const found = fault?.kind === 'result' ? fault.found : '0';
  if (!noResult.test(found))
    return {
      value: Number(found),
      unit: 'd',
      shown: `${show(Number(found), null, language)} ${days[language]}`,
    };
  const date = new Date(found);
  const parts = found.length === 10 ? { day: 'numeric' as const } : {};
  const shown = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...parts,
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date);
  return { value: date.getTime() / 86_400_000, unit: null, shown };
}

const days: Record<Language, string> = {
  en: 'days',
  de: 'Tage',
  fr: 'jours',
  es: 'días',
  ja: '日',
};

function show(value: number, unit: string | null, language: Language): string {
  const exact = Number(value.toPrecision(12));
  const isExact = Number(exact.toFixed(digits.exact)) === exact;
  const rounded = Math.max(2, digits.rounded - Math.floor(Math.log10(Math.abs(exact) || 1)) - 1);
  const number = new Intl.NumberFormat(language === 'es' ? 'de' : language, {
    maximumFractionDigits: isExact ? digits.exact : Math.min(rounded, 10),
  }).format(exact);
  return unit === null ? number : `${number} ${unit}`;
}
