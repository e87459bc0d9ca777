import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import { mayAgree, readPeriods } from '@ecp/language/read-periods';

/** A label of a table that a sentence names, and where. */
export interface MentionedLabel {
  label: string;
  start: number;
}

/**
 * Finds the labels of rows or columns that a sentence names: all content words of the label stand in it, or its period
 * does. A label whose words are part of a longer label that is named too does not count.
 */
export function findMentioned(
  sentence: string,
  labels: readonly string[],
  language: Language | null,
): MentionedLabel[] {
  const words = readContentWords(sentence, language);
  const periods = readPeriods(sentence);
  const lower = sentence.toLowerCase();
  const found: (MentionedLabel & { size: number })[] = [];
  for (const label of new Set(labels)) {
    const plain = label.replace(/[([（][^)\]）]*[)\]）]/gu, '').trim();
    if (plain === '') continue;
    const period = readPeriods(plain)[0];
    if (period && period.end - period.start >= plain.length - 3) {
      const at = periods.find((one) => mayAgree(one.period, period.period));
      if (at) found.push({ label, start: at.start, size: 1 });
      continue;
    }
    const exact = plain.length >= 2 ? indexOfWord(lower, plain.toLowerCase()) : -1;
    if (exact !== -1) {
      found.push({ label, start: exact, size: plain.length });
      continue;
    }
    const own = readContentWords(plain, language);
    const hits = own.map(({ stem }) => words.find((word) => word.stem === stem));
    if (own.length === 0 || hits.some((hit) => hit === undefined)) continue;
    found.push({ label, start: Math.min(...hits.map((hit) => hit?.start ?? 0)), size: plain.length });
  }
  const longer = (label: string) =>
    found.filter((other) => other.label !== label && other.label.toLowerCase().includes(label.toLowerCase()));
  return found
    .flatMap((one) => {
      // "Timber" is named beside "Timber-aluminium" where it stands alone.
      const start = indexApart(lower, one.label.toLowerCase(), longer(one.label));
      return longer(one.label).length === 0 ? one : start === -1 ? [] : { ...one, start };
    })
    .map(({ label, start }) => ({ label, start }))
    .sort((one, other) => one.start - other.start);
}

/** Returns where a label stands outside of the longer labels that contain it, or -1. */
function indexApart(text: string, label: string, longer: readonly MentionedLabel[]): number {
  const rest = longer.reduce((left, other) => {
    const words = other.label.toLowerCase();
    return left.replaceAll(words, '#'.repeat(words.length));
  }, text);
  return indexOfWord(rest, label);
}

function indexOfWord(text: string, words: string): number {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + words.length)];
    const isFree = (unit: string) =>
      !/[\p{L}\p{N}]/u.test(unit) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(unit);
    if (isFree(before) && isFree(after)) return at;
  }
  return -1;
}
