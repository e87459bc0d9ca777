import type { BookCalculation } from './engagement-book.ts';
import { digitsOf, factors, isNear, readNumbers } from './find-cell.ts';

/** Characters of a name. */
const longest = 80;

/** Cuts a name between words. Its part that ends at `end` stays. */
export function shortenName(text: string, end = 0): string {
  const name = text.replace(/\s+/gu, ' ').trim();
  if (name.length <= longest) return name;
  if (end > longest - 2) {
    const tail = name.slice(end - longest + 20, end + 16).toWellFormed();
    const whole = tail.replace(/^\S*\s+/u, '');
    return `… ${end + 16 < name.length ? `${whole.replace(/\s+\S*$/u, '')} …` : whole}`;
  }
  const start = name.slice(0, longest - 2).toWellFormed();
  return `${/^.{30,}(?=\s)/u.exec(start)?.[0] ?? start} …`;
}

/**
 * Names a number by the words that have it: by the cells before it in a row with bars, by the words
 * before its colon, else by its part of the sentence. Null if the words lack the number.
 */
export function nameNumber(words: string, value: number): string | null {
  const cells = words.split(/\s*\|\s*/u);
  const found = nearest(cells.flatMap(splitClauses), value);
  if (found === null) return null;
  const { part, end } = found;
  if (cells.length < 2) return nameByColon(words, value) ?? shortenName(part, end);
  const at = cells.findIndex((cell) => cell.includes(part));
  const before = cells.slice(0, at).filter((cell) => !/\d/u.test(cell) || /\p{L}{4}/u.test(cell));
  const labels = before.filter(
    (cell) =>
      !/^[\d.,\s%€$£¥+−-]*\p{L}{0,4}\.?[\s€$£¥]*$/u.test(cell) || /^\p{L}{1,4}$/u.test(cell),
  );
  const isTelling = (part.match(/\p{L}{3,}/gu) ?? []).length > 1;
  return shortenName(
    [...labels.slice(0, 2), ...(isTelling || labels.length === 0 ? [part] : [])].join(', '),
  );
}

/** Names a number of a quote such as `Region: North; Sales: 1,200` by the word before its colon. */
function nameByColon(words: string, value: number): string | null {
  const pairs = words.split(/;\s+/u).map((pair) => /^([^:]{1,80}):\s*(.+)$/su.exec(pair));
  if (pairs.length < 2 && !/^[^:]{1,60}:\s*[-+−]?[\d.,\s]+\S{0,4}$/u.test(words)) return null;
  const found = pairs.find((pair) => pair !== null && nearest([pair[2] ?? ''], value) !== null);
  return found?.[1] === undefined ? null : shortenName(found[1]);
}

/** Parts a sentence where a clause ends. A comma or a point between digits parts nothing. */
const splitClauses = (text: string): string[] =>
  text
    .split(/[;:()（）。；：、—]|\s–\s|,(?!\d)|\.\s*$|(?<=\p{L}{4})\.\s+(?=\p{Lu})/u)
    .flatMap((part) => part.trim() || []);

/**
 * Returns the part with the number that is nearest to a value, and where its number ends; null
 * without one.
 */
function nearest(parts: readonly string[], value: number): { part: string; end: number } | null {
  let best = Number.POSITIVE_INFINITY;
  let found: { part: string; end: number } | null = null;
  for (const part of parts) {
    for (const { 0: text, index } of part.matchAll(/\d[\d.,’'\u00a0\u202f]*/gu)) {
      for (const { value: written, rounding } of readNumbers(text)) {
        const distance = distanceOf(written, rounding, Math.abs(value));
        if (distance < best) [best, found] = [distance, { part, end: index + text.length + 8 }];
      }
    }
  }
  return found;
}

/**
 * Returns how far a written number is from a value, as a share of it; infinite if it does not round
 * to it.
 */
function distanceOf(written: number, rounding: number, value: number): number {
  const zeros = /0*$/u.exec(String(written))?.[0].length ?? 0;
  const half = rounding > 0 ? rounding : 10 ** Math.min(zeros, 3) / 2;
  const factor = factors.find(
    (one) =>
      isNear(written * one, value, half * one) &&
      (one === 1 || written >= 10 || digitsOf(written) >= 2),
  );
  if (factor === undefined || (written === 0 && value !== 0)) return Number.POSITIVE_INFINITY;
  return (
    Math.abs(written * factor - value) / Math.max(Math.abs(value), 1e-9) + (factor === 1 ? 0 : 1e-6)
  );
}

/**
 * Returns the left side of the equation whose result a calculation is, as its footnote writes it.
 */
export function writtenExpression(
  footnote: string,
  { text }: Pick<BookCalculation, 'text'>,
): string {
  const equations = footnote
    .split(/[;；]/u)
    .map((equation) => equation.replace(/^\s*[=＝]\s*/u, '').trim());
  const own = text === '' ? undefined : equations.find((equation) => equation.endsWith(text));
  return shortenName(own?.replace(/\s*[=＝≈][^=＝≈]*$/u, '') || text);
}

/**
 * Gives each row a label of its own: one that several have is followed by what tells them apart.
 */
export function tellApart<Row extends { label: string }>(
  rows: readonly Row[],
  detailOf: (row: Row) => string,
): void {
  const taken = new Set<string>();
  for (const [, own] of Map.groupBy(rows, ({ label }) => label.toLowerCase())) {
    for (const row of own) {
      if (own.length > 1) row.label = `${row.label} (${detailOf(row)})`;
      const start = row.label;
      for (let count = 2; taken.has(row.label.toLowerCase()); count += 1)
        row.label = `${start} – ${count}`;
      taken.add(row.label.toLowerCase());
    }
  }
}
