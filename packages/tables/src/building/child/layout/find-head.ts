import { writtenUnit } from '@ecp/language/unit-words';
import { currencyPattern } from '@ecp/language/units';
import { type Cell, type GridRow, kindOfText } from '../cells/column-survey.ts';

const firstYear = 1_900;
const lastYear = 2_100;

/**
 * What a cell is for the structure of a table. Words for yes and no are words: `NO` may head a
 * column.
 */
type Role = 'number' | 'date' | 'word' | 'year' | 'missing';

/** A year, maybe with a flag: `2024`, `2024*`, `2024 (p)`. */
const yearText = /^(\d{4})(?:\s?[*†‡§]{1,3}|\s?[([]\p{L}{1,3}[)\]]|\s\p{L}{1,2})?$/u;

/** Tells whether a cell is a year, which heads have as well as bodies. */
export function isYear(cell: Cell): boolean {
  if (cell.kind !== 'number' && cell.kind !== 'text') return false;
  const value = Number(yearText.exec(cell.text)?.[1] ?? 0);
  return value >= firstYear && value <= lastYear;
}

export function roleOf(cell: Cell): Role {
  if (isYear(cell)) return 'year';
  if (cell.kind === 'error' || cell.kind === 'uncomputed') return 'missing';
  if (cell.kind !== 'text') return cell.kind === 'boolean' ? 'word' : cell.kind;
  const kind = kindOfText(cell.text);
  if (kind === 'text' || kind === 'boolean') return 'word';
  return kind === 'moment' || kind === 'short_year' ? 'date' : kind;
}

/** Tells whether a column of years is meant: by its head, or because it has nothing but years. */
export function isYearColumn(
  name: string,
  minimum: number,
  maximum: number,
  scale: number,
): boolean {
  if (scale > 0) return false;
  if (
    /^(?:fiscal |financial )?(?:years?|fy|jahr|geschäftsjahr|année|exercice|año|ejercicio|年|年度)$/i.test(
      name,
    )
  )
    return true;
  return minimum >= firstYear && maximum <= lastYear;
}

/** The rows of a block by what they are. */
interface BlockParts {
  /** Titles and the like above the head. */
  notes: GridRow[];
  /** None if the block has no head. */
  heads: GridRow[];
  body: GridRow[];
}

/** Rows in which the head is looked for, and most rows of a head. */
const [searchedRows, maxHeadRows] = [40, 5];
/** Rows from whose cells the kinds of columns are known. */
const sampledRows = 100;
/** Share of a usual row's cells that a head has. */
const headShare = 0.6;
/** From this score on, a row of numbers or days is a head. */
const enoughEvidence = 2;
/** Longer texts are sentences, not names of several columns. */
const maxSpanLength = 80;

/** Words that head the first column of tables more often than they stand in it. */
const labelWords = new Set(
  (
    'region country name item product plant dept department store shop site team month year date day week quarter ' +
    'category type code id no nr number customer client account segment question answer metric kpi measure city state ' +
    'age group unit position project task phase label key station district band step line class branch employee ' +
    'land artikel produkt werk abteilung filiale standort monat jahr datum tag woche quartal kategorie kunde konto ' +
    'frage kennzahl stadt alter gruppe einheit posten bezeichnung ort kostenstelle stufe zeile mitarbeiter ' +
    'région pays nom article produit usine service magasin mois année jour semaine trimestre catégorie ' +
    'compte ville poste libellé département site ' +
    'región país nombre artículo producto planta departamento tienda mes año fecha semana categoría cliente cuenta ' +
    'ciudad pregunta concepto prodotto regione paese reparto mese anno giorno voce regio afdeling product maand jaar ' +
    '地域 国 品目 製品 項目 部門 店舗 月 年 日 名前 氏名 区分 商品 部署'
  ).split(' '),
);

/** What is known of the columns of a block from its rows. */
interface Columns {
  /** The usual kind; null for words and where nothing tells. */
  kinds: (Role | null)[];
  /** How many cells of a row are usually filled. */
  usualFill: number;
}

/**
 * Parts a block's rows. A head is as full as the rows below and has words where they have values,
 * or is found by scoreValuesAsHead. Rows above that span it and rows of units below belong to it.
 * @param headAt the row that is known to be the head; absent if it is to be found
 */
export function partRows(rows: readonly GridRow[], width: number, headAt?: number): BlockParts {
  const columns = surveyColumns(rows, width);
  const first = findBodyStart(rows, columns);
  const main = headAt ?? findMainHead(rows, width, first, columns);
  if (main === null) return partWithoutHead(rows, first, columns);
  let start = main;
  while (start > 0 && main - start < maxHeadRows && spansBelow(rows, start, width)) start -= 1;
  let end = main + 1;
  const completes = (at: number) =>
    !isRuler(rows[at] ?? { cells: [] }) && completesHead(rows, start, at, columns);
  while (end < rows.length - 1 && end - start < maxHeadRows && completes(end)) end += 1;
  return { notes: rows.slice(0, start), heads: rows.slice(start, end), body: rows.slice(end) };
}

function partWithoutHead(
  rows: readonly GridRow[],
  first: number | null,
  { usualFill }: Columns,
): BlockParts {
  const start = first ?? rows.findIndex((row) => countFilled(row) >= Math.min(2, usualFill));
  const from = Math.max(0, start);
  return { notes: rows.slice(0, from), heads: [], body: rows.slice(from) };
}

/** Counts the cells of a row; a merged one counts once. */
export function countFilled({ cells }: GridRow): number {
  let count = 0;
  for (const [at, cell] of cells.entries())
    if (cell !== null && cell !== (cells[at - 1] ?? null)) count += 1;
  return count;
}

function surveyColumns(rows: readonly GridRow[], width: number): Columns {
  const full = width > 1 ? rows.filter((row) => countFilled(row) > 1) : rows;
  const from = Math.min(Math.floor(full.length / 2), 2 * maxHeadRows);
  const sample = full.slice(Math.max(from, full.length > 1 ? 1 : 0)).slice(0, sampledRows);
  const fills = sample.map(countFilled).sort((one, other) => one - other);
  const kinds = Array.from({ length: width }, (_, at): Role | null => {
    const counts = new Map<Role, number>();
    for (const { cells } of sample) {
      const cell = cells[at] ?? null;
      const role = cell ? roleOf(cell) : 'missing';
      if (role !== 'missing') counts.set(role, (counts.get(role) ?? 0) + 1);
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const numbers = (counts.get('number') ?? 0) + (counts.get('year') ?? 0);
    if (numbers * 2 >= total && numbers > 0) return counts.has('number') ? 'number' : 'year';
    return (counts.get('date') ?? 0) * 2 >= total && total > 0 ? 'date' : null;
  });
  return { kinds, usualFill: fills[Math.floor(fills.length / 2)] ?? 1 };
}

/**
 * Tells whether a cell is a value of its column's kind, a word where the column has values, or
 * neither.
 */
function fits(cell: Cell, kind: Role | null | undefined): 'value' | 'word' | 'open' {
  if (!kind) return 'open';
  const role = roleOf(cell);
  if (role === 'missing') return 'open';
  if (role === 'word') return 'word';
  if (role === 'year') return kind === 'year' ? 'value' : 'open';
  if (role === 'number' && kind === 'year') return 'value';
  return role === kind ? 'value' : 'word';
}

function countFits({ cells }: GridRow, { kinds }: Columns): { values: number; words: number } {
  let [values, words] = [0, 0];
  for (const [at, cell] of cells.entries()) {
    if (cell === null) continue;
    const fit = fits(cell, kinds[at]);
    if (fit === 'value') values += 1;
    if (fit === 'word') words += 1;
  }
  return { values, words };
}

/** Finds the first row with values; null if no column has any. */
function findBodyStart(rows: readonly GridRow[], columns: Columns): number | null {
  const found = rows.slice(0, searchedRows).findIndex((row) => {
    const { values, words } = countFits(row, columns);
    return values > 0 && values > words && countFilled(row) >= columns.usualFill * 0.5;
  });
  return found < 0 ? null : found;
}

function findMainHead(
  rows: readonly GridRow[],
  width: number,
  first: number | null,
  columns: Columns,
): number | null {
  const { kinds, usualFill } = columns;
  const typed = kinds.filter((kind) => kind !== null).length;
  const enough =
    width === 1 ? 1 : Math.max(Math.min(2, usualFill), Math.min(usualFill, width) * headShare);
  const candidates = rows.slice(0, Math.min(first ?? searchedRows, searchedRows)).map((row, at) => {
    const { values, words } = countFits(row, columns);
    const names = row.cells.filter(
      (cell) => cell !== null && fits(cell, 'number') !== 'value',
    ).length;
    // Where columns have values, their heads are words; years may head them too.
    const heads =
      typed === 0 ||
      (values === 0 && (words > 0 || hasHeadingValues(row, columns) || hasMarksAsNames(row)));
    return {
      at,
      fill: countFilled(row),
      isHead: heads && names > 0 && (at === 0 || !isUnitRow(row)),
    };
  });
  const possible = candidates.filter(({ fill, isHead }) => isHead && fill >= enough);
  if (first === null) {
    if (rows.length === 1) return possible[0]?.at ?? null;
    const full = possible.find(
      ({ at, fill }) => fill >= usualFill * 0.8 || (rows[at]?.cells[0] ?? null) === null,
    );
    return (full ?? possible[0])?.at ?? null;
  }
  const most = possible.reduce((best, { fill }) => Math.max(best, fill), 0);
  const best = possible.find(({ fill }) => fill === most);
  if (best) return best.at;
  const row = rows[first];
  const below = rows.slice(first + 1, first + 1 + sampledRows);
  if (row && below.length > 0 && scoreValuesAsHead(row, below, columns) >= enoughEvidence)
    return first;
  // A head of a narrow table, or one that names few columns, stands directly above the values.
  const above = first > 0 ? candidates[first - 1] : undefined;
  const isNear = above && (rows[first]?.number ?? 0) - (rows[first - 1]?.number ?? 0) <= 2;
  return above && isNear && above.isHead && above.fill >= Math.min(2, width) ? above.at : null;
}

/** Tells whether a row has marks for missing values that are names in a head: `x`, `NA`. */
const hasMarksAsNames = ({ cells }: GridRow): boolean =>
  cells.some((cell) => cell !== null && roleOf(cell) === 'missing' && /\p{L}/u.test(cell.text));

/** Tells whether a row has years, or days, above columns of other values. */
function hasHeadingValues({ cells }: GridRow, { kinds }: Columns): boolean {
  return cells.some(
    (cell, at) => cell !== null && roleOf(cell) === 'year' && kinds[at] === 'number',
  );
}

/**
 * Scores a row of values as a head (`Plant,1,2,3`, months, percentages). Each kind of evidence
 * counts once.
 */
function scoreValuesAsHead(row: GridRow, below: readonly GridRow[], { kinds }: Columns): number {
  const values = row.cells.flatMap((cell, at) => {
    const role = cell === null || at === 0 ? null : roleOf(cell);
    return cell !== null && (role === 'number' || role === 'date' || role === 'year')
      ? [{ cell, at, role }]
      : [];
  });
  const column = (at: number) => below.flatMap(({ cells }) => cells[at] ?? []);
  let score = scoreLabel(row.cells[0] ?? null, column(0));
  if (values.length === 0) return score;
  const differs = values.filter(({ cell, at, role }) => {
    if (role === 'date') return kinds[at] !== 'date';
    if (role === 'year') return kinds[at] === 'number';
    return isPercent(cell) && !column(at).some(isPercent);
  });
  if (differs.length * 2 > values.length) score += 2;
  const plain = values.filter(({ role }) => role !== 'date');
  const numbers = plain.map(({ cell }) => amountOf(cell));
  if (new Set(values.map(({ cell }) => cell.text)).size < values.length) return score - 2;
  const isRising = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  const isOutside = plain.every(({ at }, index) => {
    const others = column(at).map(amountOf);
    const number = numbers[index] ?? Number.NaN;
    return others.length > 0 && (number > Math.max(...others) || number < Math.min(...others));
  });
  if (plain.length === values.length && isRising) {
    const [start = 0, second = 0] = numbers;
    const step = second - start;
    const isEven = numbers.every((number, at) => number === start + at * step);
    const counts = isEven && step === 1 && (start === 0 || start === 1);
    if (counts) score += numbers.length > 2 ? 2 : numbers.length === 2 ? 1 : 0;
    else if (numbers.length > 2 && (isEven || plain.every(({ cell }) => isPercent(cell))))
      score += 1;
    if (numbers.length > 1 && isOutside) score += numbers.length > 2 ? 1.5 : 1;
  }
  if (numbers.some((number) => !Number.isInteger(number))) score -= 1;
  const days = values.filter(({ role }) => role === 'date').map(({ cell }) => cell.text);
  if (days.length > 1 && days.every((day, at) => at === 0 || day > (days[at - 1] ?? '')))
    score += 0.5;
  return score;
}

function scoreLabel(label: Cell | null, below: readonly Cell[]): number {
  if (label === null) return below.length > 0 ? 2 : 0;
  if (roleOf(label) !== 'word') return 0;
  if (below.some(({ text }) => text === label.text)) return -3;
  const known = labelWords.has(label.text.toLowerCase().replace(/[^\p{L}]+$/u, '')) ? 1.5 : 0;
  const style = ({ text }: Cell) =>
    text === text.toLowerCase() ? 'low' : text === text.toUpperCase() ? 'high' : 'mixed';
  const hasOwnStyle = below.every((cell) => style(cell) !== style(label));
  const isOther = below.every((cell) => roleOf(cell) !== 'word');
  return known + (isOther && below.length > 0 ? 2 : hasOwnStyle ? 1 : 0);
}

/** Returns the number of a cell without its unit: 5 of `$5`, 25 of `25 %`. */
const amountOf = ({ text }: Cell): number => Number(text.replace(/[^\d.+-]/g, ''));

const isPercent = ({ text, unit }: Cell): boolean => unit === '%' || text.endsWith('%');

/** What stands in the first column of a row of units: `Unit`, `Einheit`, `-`. */
const unitLabel =
  /^[([]?(?:units?|uom|unit of measure|measure|(?:maß|mengen)?einheit(?:en)?|me|unités?|unidad(?:es)?|単位|unità|unidade|eenheid|enhet|enhed|jednostka|[-–—])[)\]]?$/iu;

/** Tells whether a text labels a row of units, and names no column. */
export const isUnitLabel = (text: string): boolean => unitLabel.test(text.trim());

/**
 * Tells whether a row of a head has nothing but units, maybe behind a label for them: `EUR`, `kg`,
 * `(%)`.
 */
export function isUnitRow({ cells }: GridRow): boolean {
  const filled = cells.filter((cell) => cell !== null);
  const units = filled.filter((cell, at) => at > 0 || !isUnitLabel(cell.text));
  const isUnit = ({ text }: Cell) =>
    (writtenUnit(text) ?? readUnit(text)) !== null || missingUnit.test(text);
  return units.some(({ text }) => !missingUnit.test(text)) && units.every(isUnit);
}

/** A mark for no unit in a row of units. */
const missingUnit = /^[-–—/.]$/;

/**
 * Tells whether the row above a head names groups of its columns: `2023` over `Plan` and `Actual`.
 */
function spansBelow(rows: readonly GridRow[], start: number, width: number): boolean {
  const [upper, lower] = [rows[start - 1], rows[start]];
  if (!upper || !lower || lower.number !== upper.number + 1) return false;
  const filled = upper.cells.flatMap((cell, at) => (cell === null ? [] : [{ cell, at }]));
  const isTextual = filled.every(
    ({ cell }) => cell.text.length <= maxSpanLength && roleOf(cell) !== 'number',
  );
  // A title is one cell, which may be merged over all columns.
  if (
    !isTextual ||
    filled.every(({ at }) => at === 0) ||
    (countFilled(upper) === 1 && filled.length >= width)
  )
    return false;
  if (filled.some(({ at }) => at > 0 && (lower.cells[at] ?? null) === null && isLast(lower, at)))
    return false;
  const [above, below] = [upper.cells[0] ?? null, lower.cells[0] ?? null];
  if (above === null || above === below) return true;
  if (below === null) return filled.length > 1;
  const names = lower.cells.flatMap((cell) => cell?.text.toLowerCase() ?? []);
  const isMerged = upper.cells.some(
    (cell, at) => at > 0 && cell !== null && cell === (upper.cells[at - 1] ?? null),
  );
  return (new Set(names).size < names.length && filled.length > 1) || isMerged;
}

const isLast = ({ cells }: GridRow, at: number) => cells.slice(at).every((cell) => cell === null);

/**
 * Tells whether a row below a head belongs to it: units, or names of what the rows above leave open
 * or repeat.
 */
function completesHead(
  rows: readonly GridRow[],
  start: number,
  end: number,
  columns: Columns,
): boolean {
  const row = rows[end];
  const [head, last] = [rows.slice(start, end), rows[end - 1]];
  if (!row || !last || row.number !== last.number + 1) return false;
  const { values, words } = countFits(row, columns);
  const next = rows[end + 1];
  if (values > 0 || !next || hasCodes(row, columns)) return false;
  if (namesLabels(rows, head, end)) return true;
  if (isUnitRow(row) && words > 0) return true;
  const hasYears = hasHeadingValues(row, columns);
  if (words === 0 && !hasYears) return false;
  const isOpen = (at: number) => head.every(({ cells }) => (cells[at] ?? null) === null);
  const completes = row.cells.some((cell, at) => cell !== null && at > 0 && isOpen(at));
  const repeats = last.cells.some(
    (cell, at) => cell !== null && cell === (last.cells[at + 1] ?? null),
  );
  const names = last.cells.flatMap((cell) => cell?.text.toLowerCase() ?? []);
  const isDouble =
    new Set(names).size < names.length && new Set(row.cells.map((cell) => cell?.text)).size > 1;
  const isBelowCorner = (row.cells[0] ?? null) === null || row.cells[0] === last.cells[0];
  const typed = columns.kinds.filter(
    (kind, at) => kind !== null && (row.cells[at] ?? null) !== null,
  ).length;
  // Two words may be a record such as `Visa;unlimited;none` unless their label is one of a head.
  const isLabelled = labelWords.has(row.cells[0]?.text.toLowerCase() ?? '');
  const hasNamesOnly = words === typed && countFilled(row) >= columns.usualFill;
  const isNowhereData =
    hasNamesOnly && words > 1 && (isLabelled || (words > 2 && !repeatsWord(row)));
  // Nothing but words stands in the columns of values, and no label before them: `;Number` below
  // `Day;Ships`.
  const isSecondHead = (row.cells[0] ?? null) === null && words > 0 && words === typed;
  return (
    completes ||
    repeats ||
    isNowhereData ||
    isSecondHead ||
    ((isDouble || words > 1) && isBelowCorner)
  );
}

/**
 * Tells whether a row has codes such as `01067` in columns of numbers. They are values, and name
 * nothing.
 */
function hasCodes({ cells }: GridRow, { kinds }: Columns): boolean {
  return cells.some((cell, at) => {
    const isCode = cell !== null && roleOf(cell) === 'word' && /^[\d\s./+-]+$/.test(cell.text);
    return isCode && kinds[at] === 'number';
  });
}

/** Tells whether two cells of a row have the same text. */
function repeatsWord({ cells }: GridRow): boolean {
  const texts = cells.flatMap((cell) => cell?.text ?? []);
  return new Set(texts).size < texts.length;
}

/**
 * Tells whether a row names the columns that a head of several leaves open, as pandas writes it:
 * `port,,,`.
 */
function namesLabels(rows: readonly GridRow[], head: readonly GridRow[], end: number): boolean {
  const row = rows[end];
  const width = Math.max(...head.map(({ cells }) => cells.length), row?.cells.length ?? 0);
  const places = Array.from({ length: width }, (_, at) => at);
  const open = places.filter((at) => head.every(({ cells }) => (cells[at] ?? null) === null));
  const hasOnly = ({ cells }: GridRow) =>
    places.every((at) => ((cells[at] ?? null) !== null) === open.includes(at));
  if (!row || open.length === 0 || (head.length < 2 && open.length < 2) || open[0] !== 0)
    return false;
  // Rows of a label alone that come again are headings of groups.
  return hasOnly(row) && !rows.slice(end + 1, end + 1 + sampledRows).some(hasOnly);
}

/** How notes begin: with a mark, or with a word for a source or a note. */
const noteStart =
  /^(?:[*†‡§¹²³⁴⁵※►•]|\(?\d+ (?:rows?|records?|zeilen|lignes|filas)(?: affected| selected)?\)?$|\(?[\da-z]\)|\[\d+\]|(?:source|sources|note|notes|n\.b\.|nb|remark|remarks|footnote|prepared|generated|printed|exported|report|last updated|updated|disclaimer|copyright|©|quelle|quellen|hinweis|hinweise|anmerkung|anmerkungen|bemerkung|stand|erstellt|fußnote|legende|source\s?s?|remarque|nota|notas|fuente|fuentes|note|fonte|fonti|bron|toelichting|kilde|källa|anm|出典|注|備考|資料)(?:$|[\s:.,：]))/iu;
/** Signs that rule a table off: `_____`, `=====`. */
const ruler = /^[-_=*~+|–—.\s]{3,}$/;
/** Labels are shorter. */
const longestLabel = 60;

/** Labels of what stands above tables of reports: who made it, when, for what. */
const metadataLabel =
  /[:：]$|^(?:report|title|subject|created|created (?:on|by|at)|date|report date|run date|data source|last updated(?: date| on)?|updated|retrieved|as of|period|from|to|author|prepared (?:by|for)|generated(?: on| by| at)?|exported(?: on| by| at)?|downloaded|version|company|client|currency|units?|source|filters?|file|bericht|titel|erstellt(?: am| von)?|datum|stand|zeitraum|von|bis|autor|firma|mandant|währung|einheit|quelle|rapport|titre|créé le|période|auteur|société|devise|unité|informe|título|fecha|creado|período|autor|empresa|moneda)$/iu;

/** Tells whether a text labels metadata of a report. */
export function isMetadataLabel(text: string): boolean {
  return metadataLabel.test(text.trim());
}

/**
 * Tells whether a row is a line of signs, as databases and Markdown write it below a head:
 * `----,-----:`.
 */
export function isRuler({ cells }: Pick<GridRow, 'cells'>): boolean {
  const filled = cells.filter((cell) => cell !== null);
  const isLine = filled.every(
    ({ kind, text }) => kind === 'text' && /^[-_=*~+|–—:]{2,}$/.test(text),
  );
  return isLine && filled.some(({ text }) => text.length > 2);
}

/** Tells whether a text begins as a note: with its mark, or a word for a source or a note. */
export const isMarkedNote = (text: string): boolean => noteStart.test(text);

/** Tells whether a text is a note rather than the label of a row. */
export function isNoteText(text: string): boolean {
  return (
    noteStart.test(text) ||
    ruler.test(text) ||
    text.length > longestLabel ||
    /[\p{L}\p{N})]\.$/u.test(text.trim()) ||
    /:\s/.test(text)
  );
}

/**
 * Tells whether a line is a comment: `#` and a blank, or `%`, `;`, `!`, `--`, `REM` on a line of
 * another form.
 */
export function looksCommented({ cells, fields }: GridRow, usualFields: number): boolean {
  const text = cells[0]?.text ?? '';
  if (fields === 1 && usualFields > 1 && /^(?:[%;!]|--|REM)\s/.test(text)) return true;
  if (!text.startsWith('#') && !text.startsWith('//')) return false;
  return /^(?:#+|\/\/+)(?:\s|[-=#*!/]{2})/.test(text) || fields !== usualFields;
}

/** Tells whether a row has the names of a head, all of them, so that it is the head once more. */
export function repeatsNames(
  row: readonly (Cell | null)[],
  head: readonly (Cell | null)[],
): boolean {
  let count = 0;
  for (let at = 0; at < Math.max(row.length, head.length); at += 1) {
    const [one, other] = [row[at] ?? null, head[at] ?? null];
    if (one === null && other === null) continue;
    if (one === null || other === null || one.text !== other.text) return false;
    const role = roleOf(one);
    if (role === 'word') count += 1;
    // Years below a blank corner are a head as well.
    if (role === 'year' && head[0] === null) count += 1;
  }
  return count > 0;
}

/** Words such as `day` and `year` are names of columns where nothing says that they are units. */
const isSign = (unit: string) => money.test(unit) || /^[%‰]$/.test(unit);
const money = new RegExp(`(?<!\\p{L})[kTM]?(?:${currencyPattern}|Euros?)(?!\\p{L})`, 'iu');
const inBrackets = /^(?<name>.*?)\s*[([](?<unit>[^()[\]]{1,40})[)\]]\s*$/s;
const afterIn = /^(?<name>.+?),?\s(?:in|en)\s(?<unit>.{1,30})$/is;
/** Without brackets, two words or one. */
const ends = [/^(?<name>.*\S)[\s,]+(?<unit>\S+\s\S+)$/s, /^(?<name>.*\S)[\s,]+(?<unit>\S+)$/s];

/** A head's words without its unit. */
interface HeadText {
  name: string;
  unit: string | null;
}

/**
 * Returns the unit if a text is nothing else, as in the corner of a head: `in EUR 000`, `(kg)`,
 * `%`.
 */
export function readUnit(text: string): string | null {
  const inside = /^[([]\s*(.*?)\s*[)\]]$/s.exec(text.trim())?.[1];
  if (inside !== undefined) return writtenUnit(inside);
  const unit = writtenUnit(text);
  return unit !== null && isSign(unit) ? unit : null;
}

/**
 * Takes the unit out of a head: `Revenue (EUR 000)`, `Share in %`, `Sales, EUR`. Other brackets
 * stay in the name.
 */
export function splitHead(text: string): HeadText {
  for (const form of [inBrackets, afterIn, ...ends]) {
    const { name, unit } = form.exec(text)?.groups ?? {};
    const found = unit === undefined ? null : writtenUnit(unit);
    // `5 %` names a band; `2024 EUR` is a year and its unit.
    if (
      form !== inBrackets &&
      name !== undefined &&
      /^[\d.,\s]+$/.test(name) &&
      !yearText.test(name)
    )
      continue;
    if (found !== null && name?.trim() && (!ends.includes(form) || isSign(found)))
      return { name: name.trim(), unit: found };
  }
  return { name: text, unit: null };
}
