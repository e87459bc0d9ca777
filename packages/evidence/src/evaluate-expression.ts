import type { Language } from '@ecp/language/language';
import { readNumberStyle } from '@ecp/language/number-style';
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

/** Significant digits of a rounded result, and most decimals of an exact one. */
const digits = { rounded: 5, exact: 4 };
const noResult = /^\d{4}-\d{2}(?:-\d{2})?$/;

/**
 * Evaluates numbers with units, `+ − × ÷ / ^ ( )`, sum, average, min, max, sqrt, or dates with lengths of time. A
 * quotient of two amounts of one kind is shown in percent.
 */
export function evaluateExpression(expression: string, language: Language): Evaluated {
  const style = readNumberStyle(expression, language);
  const dated = evaluateDates(expression, language);
  if (dated) return dated;
  const [equation] = readCalculation(`= ${expression} = 1`, style) ?? [];
  if (!equation) {
    return {
      error: 'it is no expression of numbers with units, + − × ÷ / ^ ( ), sum, average, min, max, sqrt, or dates',
    };
  }
  const result = evaluateRoot(equation);
  if ('one' in result) return { error: `${result.one} and ${result.other} do not go together` };
  const { value, unit } = result;
  if (!Number.isFinite(value)) return { error: 'it has no finite value' };
  const isShare = unit === null && equation.root.kind === 'operation' && equation.root.operation === '/';
  if (isShare && /[%％]/.test(expression)) {
    return { value: value * 100, unit: '%', shown: show(value * 100, '%', language) };
  }
  return { value, unit, shown: show(value, unit, language) };
}

/** Evaluates a date and lengths of time, or the days between two dates. Null for another expression. */
function evaluateDates(expression: string, language: Language): Evaluated | null {
  const style = readNumberStyle(expression, language);
  const read = readDateCalculation(`= ${expression} = 0`, style);
  if (!read) return null;
  const { fault } = checkDateCalculations('', read, null, style);
  const found = fault?.kind === 'result' ? fault.found : '0';
  if (!noResult.test(found))
    return { value: Number(found), unit: 'd', shown: `${show(Number(found), null, language)} ${days[language]}` };
  const date = new Date(found);
  const parts = found.length === 10 ? { day: 'numeric' as const } : {};
  const shown = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...parts,
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  }).format(date);
  return { value: date.getTime() / 86_400_000, unit: null, shown };
}

const days: Record<Language, string> = { en: 'days', de: 'Tage', fr: 'jours', es: 'días', ja: '日' };

function show(value: number, unit: string | null, language: Language): string {
  const exact = Number(value.toPrecision(12));
  const isExact = Number(exact.toFixed(digits.exact)) === exact;
  const rounded = Math.max(2, digits.rounded - Math.floor(Math.log10(Math.abs(exact) || 1)) - 1);
  const number = new Intl.NumberFormat(language === 'es' ? 'de' : language, {
    maximumFractionDigits: isExact ? digits.exact : Math.min(rounded, 10),
  }).format(exact);
  return unit === null ? number : `${number} ${unit}`;
}
