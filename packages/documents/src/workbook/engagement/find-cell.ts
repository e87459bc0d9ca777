import type { BookColumn, BookValue } from '../workbook-types.ts';

/** Rows in which the value of a figure is looked for. */
export interface CellGrid {
  columns: readonly BookColumn[];
  rows: readonly (readonly BookValue[])[];
}

/**
 * A cell with the factor that makes it the figure's value: 1000 for 4,812 in a column of thousands.
 */
interface FoundCell {
  row: number;
  column: number;
  factor: number;
  value: number;
}

interface WantedCell {
  value: number;
  /** Half of the last digit that is written. */
  rounding: number;
  /** The words that a source has: a row of the table, or `column: value`. */
  quote: string | null;
  /** Words that name the figure, such as its row and column. */
  words: string;
  unit: string | null;
}

/** Scales in which tables and sentences write the same number. */
export const scales: readonly number[] = [1, 1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9];
/** The same with shares, which are percentages in one place and parts of one in another. */
export const factors: readonly number[] = [...scales, 100, 0.01];
/** A number with fewer digits fits too much in another scale. */
export const fewestDigits = 3;
/** Rows that are searched without words that name one: in more, an equal number is chance. */
const mostUnnamed = 200;

/**
 * Finds the one cell that has a figure's value: in the row that the quote names, else anywhere in a
 * short table.
 */
export function findCell(grid: CellGrid, wanted: WantedCell): FoundCell | null {
  // Of one row, any quote names it.
  const named =
    grid.rows.length === 1 ? [0] : wanted.quote === null ? [] : findRows(grid, wanted.quote);
  if (named.length > 0) {
    const found = findIn(grid, named, wanted, scales);
    if (found) return found;
  }
  const worded = findNamedRows(grid, wanted.words);
  if (worded.length > 0 && worded.length < mostUnnamed) {
    const found = findIn(grid, worded, wanted, scales);
    if (found) return found;
  }
  if (grid.rows.length > mostUnnamed || digitsOf(wanted.value) < fewestDigits) return null;
  return findIn(grid, [...grid.rows.keys()], wanted, named.length > 0 ? [1] : scales);
}

function findIn(
  grid: CellGrid,
  rows: readonly number[],
  wanted: WantedCell,
  within: readonly number[],
): FoundCell | null {
  const shares = wanted.unit === '%' && Math.abs(wanted.value) <= 1_000 ? [100] : [];
  for (const factor of [...within, ...shares]) {
    const cells = rows.flatMap((row) => findInRow(grid, row, wanted, factor));
    const exact = cells.filter(({ value }) =>
      isNear(Math.abs(value * factor), Math.abs(wanted.value), 0),
    );
    const found = chooseOne(grid, exact.length > 0 ? exact : cells, wanted);
    if (found) return found;
  }
  return null;
}

function findInRow(
  { rows, columns }: CellGrid,
  row: number,
  wanted: WantedCell,
  factor: number,
): FoundCell[] {
  return columns.flatMap((_, column) => {
    const value = rows[row]?.[column];
    if (typeof value !== 'number') return [];
    // Where a scale is left out, a number with few digits would fit by chance.
    const rounding = factor === 1 || digitsOf(wanted.value) >= fewestDigits ? wanted.rounding : 0;
    if (factor !== 1 && digitsOf(wanted.value) < 2) return [];
    return isNear(Math.abs(value * factor), Math.abs(wanted.value), rounding)
      ? [{ row, column, factor, value }]
      : [];
  });
}

export const isNear = (one: number, other: number, rounding: number): boolean =>
  Math.abs(one - other) <= rounding * (1 + 1e-6) + Math.abs(other) * 1e-9;

/** Counts the significant digits of a number. */
export const digitsOf = (value: number): number =>
  Math.abs(value)
    .toPrecision(12)
    .replace(/e.*$/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '').length;

/**
 * Chooses one of several cells that have the cited value. A column that the quote alone names
 * decides. Else the words decide by the heads and row labels that they contain, and then by how
 * much they share with a head that the quote names. If cells of equal value are left, the first one
 * is returned; if their values differ, null is.
 */
function chooseOne(
  grid: CellGrid,
  cells: readonly FoundCell[],
  { words, quote }: WantedCell,
): FoundCell | null {
  if (cells.length < 2) return cells[0] ?? null;
  const quoted = foldWords(quote ?? '');
  const inQuotedColumns = cells.filter(({ column }) =>
    isNamed(quoted, grid.columns[column]?.name ?? ''),
  );
  if (inQuotedColumns.length === 1) return inQuotedColumns[0] ?? null;
  const named = foldWords(words);
  const labelled = bestOf(cells, ({ row, column }) => {
    const labels = [
      grid.columns[column]?.name ?? '',
      ...(grid.rows[row] ?? []).filter((cell) => typeof cell === 'string'),
    ];
    return labels.reduce((sum, label) => sum + (isNamed(named, label) ? label.length : 0), 0);
  });
  if (labelled.length === 1) return labelled[0] ?? null;
  const wordParts = new Set(partsOf(words));
  const alike = bestOf(inQuotedColumns, ({ column }) => {
    const parts = partsOf(grid.columns[column]?.name ?? '');
    const common = parts.filter((part) => wordParts.has(part)).length;
    return common === 0 ? 0 : common + common / parts.length;
  });
  const [first, ...others] = alike.length > 0 ? alike : inQuotedColumns;
  return first && others.every(({ value }) => value === first.value) ? first : null;
}

/** Returns the cells with the highest score; none if no cell has one. */
function bestOf(cells: readonly FoundCell[], scoreOf: (cell: FoundCell) => number): FoundCell[] {
  const scores = cells.map(scoreOf);
  const best = Math.max(0, ...scores);
  return best === 0 ? [] : cells.filter((_, at) => scores[at] === best);
}

/**
 * Counts the words that a text has in common with the head of a cell's column and the words of its
 * row.
 */
export function countCommonWords(
  { columns, rows }: CellGrid,
  row: number,
  column: number,
  text: string,
): number {
  const labels = [
    columns[column]?.name ?? '',
    ...(rows[row] ?? []).filter((cell) => typeof cell === 'string'),
  ];
  const parts = new Set(partsOf(text));
  return new Set(labels.flatMap(partsOf).filter((part) => parts.has(part))).size;
}

/**
 * Returns the words of a text, and the pairs of characters of words in scripts that do not part
 * them.
 */
function partsOf(text: string): string[] {
  const words = foldWords(text).trim().split(' ');
  return words.flatMap((word) =>
    unparted.test(word)
      ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
      : [word],
  );
}

const unparted =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}].|.[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const isNamed = (folded: string, label: string): boolean =>
  /[\p{L}\p{N}]/u.test(label) && folded.includes(foldWords(label));

/** The rows of a grid by the words and the numbers of their cells. */
interface GridIndex {
  texts: ReadonlyMap<string, readonly number[]>;
  numbers: ReadonlyMap<number, readonly number[]>;
}

const indexes = new WeakMap<CellGrid['rows'], GridIndex>();

function indexOf({ rows }: CellGrid): GridIndex {
  const known = indexes.get(rows);
  if (known) return known;
  const texts = new Map<string, number[]>();
  const numbers = new Map<number, number[]>();
  const add = <Key>(map: Map<Key, number[]>, key: Key, row: number) => {
    const own = map.get(key);
    if (!own) map.set(key, [row]);
    else if (own.at(-1) !== row) own.push(row);
  };
  for (const [index, row] of rows.entries()) {
    for (const cell of row) {
      if (typeof cell === 'number') add(numbers, keyOf(cell), index);
      else if (cell !== null) add(texts, foldWords(String(cell).slice(0, longestText)), index);
    }
  }
  const made = { texts, numbers };
  indexes.set(rows, made);
  return made;
}

const keyOf = (value: number): number => Number(Math.abs(value).toPrecision(9));
/**
 * Characters of a cell by which it is found, words of a text that are tried together, and rows that
 * are compared.
 */
const longestText = 200;
const most = { words: 12, rows: 5_000 };

/** Finds the rows of which a text names a cell. */
function findNamedRows(grid: CellGrid, words: string): number[] {
  const { texts } = indexOf(grid);
  const parts = foldWords(words).trim().split(' ').slice(0, 60);
  const found = new Set<number>();
  for (const start of parts.keys()) {
    for (let length = 1; length <= Math.min(most.words, parts.length - start); length += 1) {
      for (const row of texts.get(` ${parts.slice(start, start + length).join(' ')} `) ?? [])
        found.add(row);
    }
  }
  return [...found].sort((one, other) => one - other);
}

const foldWords = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Finds the rows of which a quote holds the most cells; all with equally many. */
function findRows(grid: CellGrid, quote: string): number[] {
  const { columns, rows } = grid;
  const { texts: textRows, numbers: numberRows } = indexOf(grid);
  const parts = splitQuote(quote, /\s*[|;·]\s*|[:：=]\s*|,\s+|\s+(?=\p{L}[^|;:]*[:：])/u);
  // A label of several words may stand before a colon.
  const labels = splitQuote(quote, /\s*[|;·]\s*|[:：=]\s*/u);
  const texts = new Set([...parts, ...labels].map(foldWords));
  const numbers = parts.flatMap(readNumbers);
  const lists = [
    ...[...texts].map((text) => textRows.get(text)),
    ...numbers.map(({ value }) => numberRows.get(keyOf(value))),
  ];
  // Rare cells come first: a year may stand in each row.
  const listed = lists
    .flatMap((list) => (list ? [list] : []))
    .sort((one, other) => one.length - other.length);
  const candidates =
    listed.length > 0
      ? [...new Set(listed.flat())].slice(0, most.rows)
      : [...rows.keys()].slice(0, mostUnnamed);
  let best = 0;
  let found: number[] = [];
  for (const index of candidates.sort((one, other) => one - other)) {
    let score = 0;
    for (const [column] of columns.entries()) {
      const cell = rows[index]?.[column] ?? null;
      if (typeof cell === 'number')
        score += numbers.some((number) => isNear(Math.abs(cell), number.value, number.rounding))
          ? 1
          : 0;
      else if (cell !== null && texts.has(foldWords(String(cell).slice(0, longestText))))
        score += 2;
    }
    if (score > best) [best, found] = [score, []];
    if (score === best && score > 0) found.push(index);
  }
  return found.length > mostUnnamed ? [] : found;
}

const splitQuote = (quote: string, separator: RegExp): string[] =>
  quote
    .split(separator)
    .map((part) => part.trim().replace(/^[“”"'«»]+|[“”"'«»]+$/gu, ''))
    .filter((part) => part !== '');

/** Reads a written number in both spellings of its signs: 1,250 and 1.250 may be 1250 or 1.25. */
export function readNumbers(text: string): { value: number; rounding: number }[] {
  const digits = /\d[\d.,’'\u00a0\u202f ]*\d|\d/u.exec(text)?.[0].replace(/[’'\u00a0\u202f ]/g, '');
  if (digits === undefined) return [];
  const readings = [digits.replaceAll(',', ''), digits.replaceAll('.', '').replace(',', '.')];
  return [...new Set(readings)].flatMap((one) => {
    const value = Number(one);
    const decimals = one.split('.')[1]?.length ?? 0;
    return Number.isFinite(value)
      ? [{ value, rounding: decimals > 0 ? 0.5 / 10 ** decimals : 0 }]
      : [];
  });
}
