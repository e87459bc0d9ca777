import { readContentWords } from '@ecp/language/content-words';
import { languagesByWord } from '@ecp/language/function-words';
import type { Language } from '@ecp/language/language';
import { mayAgree, readPeriods } from './figures.ts';
import type { SourceTable } from './tables.ts';

interface Label {
  label: string;
  plain: string;
  lower: string;
  /** The period that the label is, and nothing else. */
  period: string | null;
  stems: readonly string[];
}

interface NamedLabel {
  label: string;
  start: number;
  /** The text has the label as it is written, long enough to be no accident. */
  isLiteral: boolean;
}

const known = new WeakMap<SourceTable, Map<string, readonly Label[]>>();

function labelsOf(
  table: SourceTable,
  side: 'row' | 'column',
  language: Language | null,
): readonly Label[] {
  const key = `${side} ${language}`;
  const own = known.get(table) ?? new Map<string, readonly Label[]>();
  known.set(table, own);
  const labels =
    own.get(key) ??
    [
      ...new Set(side === 'row' ? table.rows.map(({ label }) => label) : table.columns.slice(1)),
    ].flatMap((label) => toLabel(label, language));
  own.set(key, labels);
  return labels;
}

function toLabel(label: string, language: Language | null): Label[] {
  const plain = label
    .replace(/[([（][^)\]）]*[)\]）]/gu, '')
    .replaceAll('_', ' ')
    .trim();
  if (plain === '') return [];
  const [period] = readPeriods(plain);
  const isPeriod = period !== undefined && period.end - period.start >= plain.length - 3;
  return [
    {
      label,
      plain,
      lower: plain.toLowerCase(),
      period: isPeriod ? period.period : null,
      stems: isPeriod
        ? []
        : [...new Set(readContentWords(plain, language).map(({ stem }) => stem))],
    },
  ];
}

export interface NamingText {
  original: string;
  lower: string;
  stems: ReadonlyMap<string, number>;
  periods: readonly { period: string; start: number }[];
  language: Language | null;
}

export function toNamingText(text: string, language: Language | null): NamingText {
  const words = readContentWords(text, language);
  return {
    original: text,
    lower: text.toLowerCase(),
    language,
    stems: new Map(words.toReversed().map(({ stem, start }) => [stem, start])),
    periods: readPeriods(text),
  };
}

/**
 * Finds the labels that a text names as written, by all words, or by their period. A label within a
 * longer named one counts only where it stands alone.
 */
export function findNamed(
  text: NamingText,
  table: SourceTable,
  side: 'row' | 'column',
): NamedLabel[] {
  const found: (NamedLabel & { lower: string })[] = [];
  for (const { label, plain, lower, period, stems } of labelsOf(table, side, text.language)) {
    if (period !== null) {
      const at = text.periods.find((one) => mayAgree(one.period, period));
      if (at) found.push({ label, lower, start: at.start, isLiteral: true });
      continue;
    }
    const start = lower.length >= 2 ? indexOfWord(text.lower, lower) : -1;
    if (start !== -1) {
      const isLong =
        lower.length >= 4 ||
        /[^\p{Script=Latin}\d\s]{2}/u.test(lower) ||
        (/\p{Lu}{2}/u.test(plain) && text.original.startsWith(plain, start));
      found.push({ label, lower, start, isLiteral: isLong && !languagesByWord.has(lower) });
      continue;
    }
    if (stems.length === 0 || !stems.every((stem) => text.stems.has(stem))) continue;
    found.push({
      label,
      lower,
      start: Math.min(...stems.map((stem) => text.stems.get(stem) ?? 0)),
      isLiteral: false,
    });
  }
  return found
    .filter((one) => {
      const longer = found.filter(
        (other) => other.lower !== one.lower && other.lower.includes(one.lower),
      );
      if (longer.length === 0) return true;
      const rest = longer.reduce(
        (left, other) => left.replaceAll(other.lower, '#'.repeat(other.lower.length)),
        text.lower,
      );
      return indexOfWord(rest, one.lower) !== -1;
    })
    .map(({ label, start, isLiteral }) => ({ label, start, isLiteral }));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const isFree = (unit: string) => !/[\p{L}\p{N}]/u.test(unit) || unspaced.test(unit);

function indexOfWord(text: string, words: string): number {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1))
    if (isFree(text.charAt(at - 1)) && isFree(text.charAt(at + words.length))) return at;
  return -1;
}
