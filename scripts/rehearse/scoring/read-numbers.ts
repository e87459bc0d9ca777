import { readHeadUnit } from '@ecp/language/head-units';
import type { Language } from '@ecp/language/language';
import { readQuantities } from '@ecp/language/quantities';
import type { Measure as WrittenMeasure } from '@ecp/language/units';
import type { Unit } from '../key-file.ts';

/** A number of a text in whole units, without its sign. `unit` is null if the text shows none of `units` beside it. */
export interface ReadNumber {
  value: number;
  unit: Unit | null;
  /** The number as it stands in the text, with scale and unit. */
  shown: string;
  /** The characters before and after it, at most 20 each, in lower case. */
  before: string;
  after: string;
}

/** Scale and unit that the head of a column gives to its numbers. */
export interface Measure {
  scale: number;
  unit: Unit | null;
}

/** Reads the numbers in digits of a text in the form of its language. Dates and years are left out. */
export function readNumbers(text: string, language: Language): ReadNumber[] {
  const decimalSign = language === 'en' || language === 'ja' ? '.' : ',';
  return readQuantities(text, { language, decimalSign })
    .filter(({ form, names }) => form === 'digits' && names === null)
    .map(({ value, measure, start, end, text: shown }) => ({
      value: Math.abs(value),
      unit: measure && unitOf(measure),
      shown,
      before: text.slice(Math.max(0, start - 20), start).toLowerCase(),
      after: text.slice(end, end + 20).toLowerCase(),
    }));
}

/** Reads the scale and the unit of a column from its head: `Revenue (EUR 000)`, `Umsatz in T€`, `売上（千円）`. */
export function readMeasure(head: string, language: Language): Measure {
  const named = readHeadUnit(head, language);
  return { scale: named?.scale ?? 1, unit: named?.unit ? unitOf(named.unit) : null };
}

function unitOf({ kind, unit }: Pick<WrittenMeasure, 'kind' | 'unit'>): Unit | null {
  if (kind === 'percent') return 'percent';
  if (unit === '$') return 'USD';
  return unit === 'EUR' || unit === 'GBP' || unit === 'USD' || unit === 'JPY' ? unit : null;
}
