import { readNumberCell } from '@ecp/language/cells';
import { compareDates, readDays } from '@ecp/language/dates';
import { anyStyle } from '@ecp/language/number-style';
import { matchFigure } from './compare-figures.ts';
import { readTyped } from './figures.ts';
import type { EvidenceQuery } from './material.ts';
import { foldName } from './quotes.ts';

/** Limits the rows that a footnote names one by one. */
export const mostNamed = 40;

type Pair = ReturnType<typeof readPairs>[number];

export const holdsPair = (
  { rows, columns }: EvidenceQuery,
  index: number,
  { column, value }: Pair,
): boolean => isCellValue(rows[index]?.[column] ?? null, value, columns[column]?.unit ?? null);

/**
 * Finds the rows in which each pair or value of a list stands. All named rows count, else those
 * with a pair.
 */
export function findEach(
  query: EvidenceQuery,
  rows: readonly number[],
  pairs: readonly Pair[],
  areNamed: boolean,
): number[] {
  const each = pairs.flatMap((pair) =>
    rows.some((index) => holdsPair(query, index, pair))
      ? [pair]
      : pair.value.split(listJoint).map((value) => ({ column: pair.column, value })),
  );
  const columns = new Set(each.map(({ column }) => column));
  if (each.length === columns.size) return [];
  const found = each.map((pair) => rows.find((index) => holdsPair(query, index, pair)));
  if (found.some((index) => index === undefined)) return [];
  return areNamed ? rows.slice(0, mostNamed) : [...new Set(found.flatMap((index) => index ?? []))];
}

const listJoint = /\s*[;；、/|]\s*|,\s+|\s(?:and|und|et|y|to|bis|à|a)\s|(?<=\d)\s?(?:と|から)\s?/u;
export const trimPlace = (text: string) =>
  text.replace(/^[\s,;:–—、：-]+|[\s,;:、：]+$/gu, '').replace(/^\(([^()]*)\)$/u, '$1');

/**
 * Finds the rows that a footnote names by their first cell, else by any other: "North, South",
 * "rows 1 to 3".
 */
export function findRows(query: EvidenceQuery, wanted: string): number[] {
  const one = findRow(query, wanted);
  if (one.length > 0) return one;
  const [, first, last] =
    /^(?:rows?|zeilen?|lignes?|filas?|行)\s*(\d{1,4})\s*(?:-|–|—|to|bis|à|a|から|〜|～)\s*(\d{1,4})(?:行目?|まで)?$/iu.exec(
      wanted,
    ) ?? [];
  if (first !== undefined && last !== undefined)
    return query.rows.flatMap((_, index) =>
      index + 1 >= Number(first) && index + 1 <= Number(last) ? [index] : [],
    );
  const names = wanted
    .replace(/^(?:rows|zeilen|lignes|filas)\s+/iu, '')
    .split(nameJoint)
    .filter((name) => name !== '');
  const found = names.map((name) => findRow(query, /^\d+$/.test(name) ? `row ${name}` : name));
  return names.length > 1 && found.every((rows) => rows.length > 0)
    ? [...new Set(found.flat())]
    : [];
}

const nameJoint = /\s*[,;；、/|]\s*|\s(?:and|und|et|y|&)\s|\s?と\s?/u;

/** Finds the rows whose first cell, else any other one, has a value; "row 3" is the third one. */
function findRow({ rows, columns }: EvidenceQuery, wanted: string): number[] {
  const nth = /^(?:row|zeile|ligne|fila|行)\s*(\d{1,4})$/iu.exec(wanted)?.[1];
  const all = rows.map((_, index) => index);
  const inColumn = (column: number) =>
    all.filter((index) =>
      isCellValue(rows[index]?.[column] ?? null, wanted, columns[column]?.unit ?? null),
    );
  const first = inColumn(0);
  if (first.length > 0) return first;
  if (nth !== undefined && rows[Number(nth) - 1]) return [Number(nth) - 1];
  for (const column of columns.keys()) {
    const found = inColumn(column);
    if (found.length > 0) return found;
  }
  // Several cells name the row: "North, 2024".
  const parts = wanted.split(/\s*[,;|/·–]\s*|\s-\s/u).filter((part) => part !== '');
  const holds = (index: number) =>
    parts.every((part) =>
      columns.some((_, column) =>
        isCellValue(rows[index]?.[column] ?? null, part.replace(/^[^:=]*[:=]\s*/u, ''), null),
      ),
    );
  return parts.length > 1 || /[:=]/.test(wanted) ? all.filter(holds) : [];
}

const foldColumn = (name: string) =>
  foldName(name.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[([（][^)\]）]*[)\]）]/gu, '')
    .replace(/[^\p{L}\p{N}%]+/gu, '');

const foldHead = (head: string) => foldName(head).replace(/[^\p{L}\p{N}%€$£¥]+/gu, '');

/**
 * Reads the pairs `column: value` of a quote, for any names of columns. Of columns that differ by
 * their unit alone, it is the one with the quoted unit, else one that has the value. Empty if the
 * quote holds no pair.
 */
export function readPairs(
  quote: string,
  query: EvidenceQuery,
): { column: number; value: string }[] {
  const { columns } = query;
  const foldAll = (cut: (name: string) => string) =>
    columns.flatMap(({ name }, column) =>
      foldColumn(cut(name)) === '' ? [] : { column, name: foldColumn(cut(name)) },
    );
  // A quote may omit the unit behind a comma if only one column has the name.
  const withoutUnits = foldAll((name) => name.replace(/,[^,]*$/u, ''));
  const counts = Map.groupBy(withoutUnits, ({ name }) => name);
  const names = [
    ...foldAll((name) => name),
    ...withoutUnits.filter(({ name }) => counts.get(name)?.length === 1),
  ];
  const findColumns = (words: string): number[] => {
    const loose = names.flatMap(({ name, column }) => (name === foldColumn(words) ? column : []));
    const head = foldHead(words);
    const exact = loose.filter((column) => {
      const { name = '', unit = null } = columns[column] ?? {};
      return head === foldHead(name) || head === foldHead(`${name} ${unit ?? ''}`);
    });
    return exact.length > 0 ? exact : loose;
  };
  const pairs: { columns: number[]; start: number; from: number }[] = [];
  for (const match of quote.matchAll(/[:：=]\s*/gu)) {
    const before = quote.slice(0, match.index);
    const starts = [
      0,
      ...[...before.matchAll(/[\s;,|·/]+/gu)].map(({ index, 0: { length } }) => index + length),
    ];
    const found = starts
      .map((start) => ({ start, columns: findColumns(before.slice(start)) }))
      .find(({ columns: { length } }) => length > 0);
    if (found) pairs.push({ ...found, from: match.index + match[0].length });
  }
  return pairs.map(({ columns: [first = 0, ...others], from }, index) => {
    const value = quote
      .slice(from, pairs[index + 1]?.start ?? quote.length)
      .replace(/[\s;,|·]+$/u, '');
    const holds = (column: number) =>
      query.rows.some((_, row) => holdsPair(query, row, { column, value }));
    return { column: others.length > 0 ? ([first, ...others].find(holds) ?? first) : first, value };
  });
}

/** True if written words are the value of a cell, rounded or in another scale too. */
export function isCellValue(
  cell: EvidenceQuery['rows'][number][number],
  written: string,
  unit: string | null,
): boolean {
  const words = written.trim();
  if (cell === null) return /^(?:null|none|–|-|—|n\/a|)$/i.test(words);
  if (foldName(String(cell)) === foldName(words)) return true;
  if (typeof cell === 'number') {
    const byPoint = readNumberCell(words)?.byPoint ?? null;
    if (byPoint !== null && Number(byPoint) === cell) return true;
    const [figure] = readTyped(words, anyStyle);
    if (!figure || cell < 0 !== (figure.sign < 0 || /^\s*[(−–-]/u.test(words))) return false;
    const values = unit === '%' && Math.abs(cell) <= 1 ? [cell, cell * 100] : [cell];
    return values.some((value) => {
      const [known] = readTyped(String(Math.abs(value)), anyStyle);
      if (!known) return false;
      const held = {
        figure: { ...known, value: Math.abs(value), values: [Math.abs(value)] },
        citation: null,
        origin: 'source' as const,
      };
      return matchFigure({ ...figure, unit: null, kind: 'plain' }, [held]).some(
        ({ how }) => how !== 'loose',
      );
    });
  }
  if (typeof cell !== 'string') return false;
  const [told] = readDays(words, null);
  const [known] = told ? readDays(cell, null) : [];
  return told !== undefined && known !== undefined && compareDates(told, known) === 'agrees';
}

/** True if all words and numbers of a quote are names of columns or values of one row. */
export function holdsWords(
  quote: string,
  { columns, rows }: EvidenceQuery,
  index: number,
): boolean {
  const row = rows[index] ?? [];
  const parts = quote
    .split(/\s*[|;\t]\s*|,\s+|[:：=]\s*/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isName = (part: string) =>
    columns.some(({ name }) => foldColumn(name) === foldColumn(part));
  const isValue = (part: string) =>
    row.some(
      (cell, column) => cell !== null && isCellValue(cell, part, columns[column]?.unit ?? null),
    );
  return parts.some(isValue) && parts.every((part) => isName(part) || isValue(part));
}
