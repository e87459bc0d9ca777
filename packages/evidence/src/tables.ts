import { isBlankCell, plainQuantity, readQuantityCell, withoutMarks } from '@ecp/language/cells';
import { type DateSpan, readDates } from '@ecp/language/dates';
import {
  findGeneral,
  isMoney,
  type NamedUnit,
  readHeadDates,
  readHeadUnit,
  readLabelUnit,
} from '@ecp/language/head-units';
import type { Language } from '@ecp/language/language';
import type { NumberStyle } from '@ecp/language/number-style';
import { clean, type Quantity, type Reading, readQuantities } from '@ecp/language/quantities';
import { readException, readUnitWords } from '@ecp/language/unit-words';
import { type TypedFigure, toCellFigure } from './figures.ts';
import type { Cell, EvidenceColumn } from './material.ts';
import { isNamedIn, isWithoutScale, putInPlace } from './row-scales.ts';

export interface SourceCell {
  text: string;
  /**
   * Its number with the unit, the scale and the sign of its place. Null if the cell holds no single
   * number.
   */
  quantity: Quantity | null;
  /** The number without its place. */
  bare: Quantity | null;
  /** The label of its row, and of the section above it. */
  row: string;
  section: string | null;
  column: string;
  periods: readonly DateSpan[];
  /** True if its row does not take the scale of the table. */
  isUnscaled: boolean;
  date: DateSpan | null;
}

export interface SourceRow {
  label: string;
  section: string | null;
  cells: SourceCell[];
  texts: readonly string[];
  figures: readonly (TypedFigure | null)[];
  /** True for a row of totals, which is no item of the table. */
  isTotal: boolean;
  /** The row as its source writes it, and where. Bounds are 0 for typed tables. */
  line: string;
  start: number;
  end: number;
}

/** A table in the text of a source, a typed table, or the result of a query. */
export interface SourceTable {
  caption: string;
  /** The words above it that give its amounts a unit, such as "(in thousands)"; else empty. */
  unitWords: string;
  columns: string[];
  rows: SourceRow[];
}

interface Line {
  cells: string[];
  line: string;
  start: number;
}

export const maxLine = 4_000;
const declaration =
  /(?<!\p{L})(?:amounts|tabular|dollars|figures|values|statements|Angaben|Beträge|Werte|montants|chiffres|importes|cifras)(?!\p{L}).{0,120}(?<!\p{L})(?:in|en)\s|(?:金額)?単位/iu;

/**
 * Finds the tables in a text in linear time: Markdown rows, and lines of cells between tabs,
 * semicolons or commas. The name of the place, such as a sheet, may give a unit to tables that have
 * none.
 */
export function readTables(text: string, style: NumberStyle, place = ''): SourceTable[] {
  const placed = findGeneral(place, style.language);
  const tables: SourceTable[] = [];
  let [block, headCount, caption, above, sign, at]: [
    Line[],
    number,
    string,
    string,
    string,
    number,
  ] = [[], 0, '', '', '', 0];
  /** What the text declares for its tables: "All amounts in thousands of euros". */
  let declared: { unit: NamedUnit; words: string } | null = null;
  const close = () => {
    const isTable =
      block.length > 1 &&
      (sign === '|' || sign === '\t' || block.length > 2 || (block[0]?.cells.length ?? 0) > 2);
    if (isTable) tables.push(makeTable(block, { caption, declared, placed, headCount }, style));
    else if (block.length > 0) above = block.at(-1)?.line ?? above;
    if (isTable) above = '';
    [block, headCount] = [[], 0];
  };
  for (const line of text.split('\n')) {
    const found = findSeparator(line);
    const cells = found === null ? [] : splitCells(line, found);
    const goesOn =
      found === sign &&
      (sign === '|' ||
        sign === '\t' ||
        block.length === 0 ||
        block[0]?.cells.length === cells.length);
    if (found === null || !goesOn) close();
    if (found === null) {
      if (line.trim() !== '') above = line.trim();
      const unit = declaration.test(line) ? findGeneral(line, style.language) : null;
      if (unit) declared = { unit, words: line.trim() };
    } else {
      if (block.length === 0) caption = above;
      sign = found;
      const isRule = /^[\s|:–—-]*-{2}[\s|:–—-]*$/.test(line);
      if (!isRule) block.push({ cells, line, start: at });
      else if (headCount === 0 && isHeadOnly(block, style)) headCount = block.length;
    }
    at += line.length + 1;
  }
  close();
  return tables;
}

/**
 * True if a rule below these rows stands below a head: below one row, or several without an amount.
 */
const isHeadOnly = (block: readonly Line[], style: NumberStyle): boolean =>
  block.length === 1 || block.every(({ cells }) => kindOf(cells, style, false) !== 'data');

/** True for a line of cells between bars, tabs, semicolons or commas. */
export const isRow = (line: string): boolean => findSeparator(line) !== null;

function findSeparator(line: string): '|' | '\t' | ';' | ',' | null {
  if (line.length > maxLine || line.trim() === '') return null;
  if (
    /^\s*\|.*\|\s*$/.test(line) ||
    (line.match(/\|/g)?.length ?? 0) >= 2 ||
    /^[^|]{1,80} \| [^|]{1,80}$/.test(line)
  )
    return '|';
  if (/\S\t|\t\S/.test(line)) return '\t';
  const bare = line.includes('"') ? line.replace(/"(?:[^"]|"")*"/g, 'x') : line;
  for (const sign of [';', ','] as const) {
    const cells = bare.split(sign);
    if (cells.length < 2 || (cells.length === 2 && !/\d/.test(cells[1] ?? ''))) continue;
    if (bare.includes(`${sign} `) || /[.!?:]\s*$|[。！？]/u.test(bare)) continue;
    // Commas that are only between digits may be decimal signs: "1,5 2,5".
    if (sign === ',' && /\s/.test(bare) && !/[^\d],|,[^\d]/.test(bare) && !/,\S*,/.test(bare))
      continue;
    if (cells.every((cell) => cell.length <= 200)) return sign;
  }
  return null;
}

/** Quotation marks keep commas and separators inside. */
function splitCells(line: string, sign: string): string[] {
  const plain = sign === '|' ? line.trim().replace(/^\||(?<!\\)\|$/g, '') : line;
  if (sign === '|' || !plain.includes('"'))
    return plain.split(sign === '|' ? /(?<!\\)\|/ : sign).map((cell) => cell.trim());
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (const one of plain) {
    if (one === '"') quoted = !quoted;
    else if (one === sign && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += one;
  }
  return [...cells, cell.trim()];
}

interface Column {
  name: string;
  named: NamedUnit | null;
  /** True if its head says what the column measures, and not only when. */
  isOwn: boolean;
  dates: readonly DateSpan[];
  /** Numbers below "No." and "Note" are none. */
  isReference: boolean;
}

/** `headCount` rows stand above Markdown's line between head and body. */
type About = {
  caption: string;
  declared: { unit: NamedUnit; words: string } | null;
  placed: NamedUnit | null;
  headCount: number;
};

function makeTable(
  lines: readonly Line[],
  { caption, declared, placed, headCount }: About,
  style: NumberStyle,
): SourceTable {
  const width = Math.max(...lines.map(({ cells }) => cells.length));
  const grid = lines.map(({ cells }) =>
    joinSigns([...cells, ...Array<string>(width - cells.length).fill('')]),
  );
  const kinds = grid.map((cells, index) =>
    kindOf(cells, style, index < headCount || (index === 0 && isHeadOfWords(cells, style))),
  );
  // Without numbers, rows of dates below a head of words are data.
  if (!kinds.includes('data') && kinds[0] === 'head' && !grid[0]?.some((cell) => amount.test(cell)))
    for (const [index, cells] of grid.entries())
      if (
        index > 0 &&
        kinds[index] === 'head' &&
        cells[0] !== '' &&
        cells.some((cell) => amount.test(cell))
      )
        kinds[index] = 'data';
  const firstData = kinds.indexOf('data');
  const { language } = style;
  const isTitle = (cells: readonly string[]) =>
    cells.filter((cell) => cell !== '').length === 1 && !isSpan(cells, style);
  let lastHead =
    firstData === -1 ? kinds.length - 1 : kinds.slice(0, firstData).lastIndexOf('head');
  while (
    lastHead > 0 &&
    firstData !== -1 &&
    kinds[lastHead] === 'head' &&
    isTitle(grid[lastHead] ?? [])
  )
    lastHead -= 1;
  const captioned = findGeneral(caption, language);
  const above = captioned ?? declared?.unit ?? null;
  let general = above;
  let heads = grid.slice(0, lastHead + 1);
  let columns = readColumns(heads, width, general, style);
  if (placed && columns.every(({ named }) => named === null)) {
    general = placed;
    columns = readColumns(heads, width, general, style);
  }
  const first = columns;
  const notes = [caption, declared?.words ?? '', ...heads.flatMap((cells) => cells[0] ?? '')];
  const excepted = findException(notes, language);
  let [section, sectionUnit, isInHead]: [string | null, NamedUnit | null, boolean] = [
    null,
    null,
    false,
  ];
  const rows: BareRow[] = [];
  for (const [index, cells] of grid.entries()) {
    const source = lines[index];
    if (index <= lastHead || source === undefined || kinds[index] === 'empty') continue;
    const isSection = kinds[index] === 'label' || (kinds[index] === 'head' && isTitle(cells));
    const isHead: boolean =
      kinds[index] === 'head' && !isSection && (isInHead || isOnlyHead(cells, style));
    if (isHead) {
      heads = isInHead ? [...heads, cells] : [cells];
      columns = readColumns(heads, width, general, style);
    } else if (isSection) {
      const label = cells.find((cell) => cell !== '') ?? '';
      const whole = readUnitWords(label, language);
      section = label.replace(/:$/, '');
      if (whole && whole.scale > 1) {
        general = whole;
        columns = readColumns(heads, width, general, style);
      } else sectionUnit = readLabelUnit(section, language);
    }
    isInHead = isHead;
    if (isHead || isSection) continue;
    const bounds = {
      line: source.line,
      start: source.start,
      end: source.start + source.line.length,
    };
    rows.push(makeRow(cells, { columns, section, sectionUnit, excepted, style, bounds }));
  }
  shareSigns(rows, width);
  const isAbove = above !== null && first.some(({ named }) => named === above);
  const unitWords = !isAbove ? '' : captioned ? caption : (declared?.words ?? '');
  return finish({ caption, unitWords, columns: first.map(({ name }) => name) }, rows);
}

type BareRow = Omit<SourceRow, 'figures' | 'isTotal'>;
const totalLabel =
  /^(?:(?:grand |sub)?total|sum|all|overall|gesamt\p{L}*|summe|insgesamt|zusammen|ensemble|somme|suma|conjunto|合計|総計|計|全体|小計)(?!\p{L})/iu;

function finish(head: Omit<SourceTable, 'rows'>, rows: readonly BareRow[]): SourceTable {
  return {
    ...head,
    rows: rows.map((row) => ({
      ...row,
      isTotal: totalLabel.test(row.label),
      figures: row.cells.map(
        (cell) =>
          cell.quantity &&
          toCellFigure(cell, cell.quantity, `${head.caption} ${row.section ?? ''}`.trim()),
      ),
    })),
  };
}

/** Tables often write a currency or a percent sign in the first and the last row only. */
function shareSigns(rows: readonly BareRow[], width: number): void {
  for (let index = 1; index < width; index += 1) {
    const told = rows.flatMap(({ cells }) => cells[index]?.quantity ?? []);
    const first = rows.flatMap(({ cells }) => cells[index]?.bare ?? [])[0]?.measure;
    if (!first || !/^(?:money|percent)$/.test(first.kind)) continue;
    const others = rows.flatMap(({ cells }) => cells[index]?.bare?.measure ?? []);
    if (others.some(({ kind }) => kind !== first.kind)) continue;
    for (const quantity of told) {
      if (quantity.measure !== null || (first.kind === 'percent' && quantity.scale > 1)) continue;
      const plain: Reading = {
        value: quantity.value,
        step: quantity.step,
        scale: quantity.scale,
        measure: null,
      };
      const isSure = first.kind === 'money' && quantity.others.length === 0;
      if (isSure || first.kind === 'percent')
        Object.assign(quantity, { measure: first, others: isSure ? [] : [plain] });
    }
  }
}

const onlySign = /^(?:[A-Z]{0,3}[$€£¥]|EUR|USD|GBP|CHF)?\s?[(（]?$/u;

/** Joins a currency or bracket in a cell of its own to its number: "$" and "(1,250" and ")". */
function joinSigns(cells: readonly string[]): string[] {
  const joined = [...cells];
  for (let index = 1; index < joined.length; index += 1) {
    const [before = '', own = ''] = [joined[index - 1], joined[index]];
    if (
      before !== '' &&
      onlySign.test(before) &&
      /^[(（−–-]?[\s\d.,$(—]+/u.test(own) &&
      /[\d—]/.test(own)
    ) {
      joined[index] = `${before}${own}`;
      joined[index - 1] = '';
    } else if (
      /^[$€£¥(（−–-]*\s?[\d.,]*\d$/u.test(before) &&
      /^[)）]?\s?%?$/u.test(own) &&
      own !== ''
    ) {
      joined[index - 1] = `${before}${own}`;
      joined[index] = '';
    }
  }
  return joined;
}

const amount = /\d/;

/**
 * A row of heads stands above Markdown's line, or has only years and dates; a label has nothing
 * behind it.
 */
function kindOf(
  cells: readonly string[],
  style: NumberStyle,
  isHead: boolean,
): 'data' | 'head' | 'label' | 'empty' {
  const rest = cells.slice(1);
  const told = rest.filter((cell) => cell !== '');
  if (told.length === 0) return (cells[0] ?? '') === '' ? 'empty' : 'label';
  if (isHead) return 'head';
  const kinds = told.map((cell) =>
    !amount.test(cell) || isHeadText(cell, style)
      ? 'text'
      : isDuration(cell, style)
        ? 'time'
        : 'amount',
  );
  const hasWords = told.some((cell) => /\p{L}{3}/u.test(cell) && !amount.test(cell));
  if (kinds.includes('amount') || (kinds.includes('time') && !hasWords && kinds.includes('text')))
    return 'data';
  if (kinds.includes('time') && !hasWords && (cells[0] ?? '') !== '') return 'data';
  return told.every((cell) => isBlankCell(cell)) ? 'data' : 'head';
}

/**
 * True if each cell begins with a word, and words or a unit follow its amounts: "Price with 7 % tax
 * (EUR)".
 */
function isHeadOfWords(cells: readonly string[], style: NumberStyle): boolean {
  const told = cells.slice(1).filter((cell) => cell !== '');
  const isNamed = (cell: string) =>
    readQuantities(cell, style).every(
      ({ names, measure, end }) =>
        names !== null || (measure !== null && /\p{L}|[%€$£¥]/u.test(cell.slice(end))),
    );
  return told.every(
    (cell) => /^\p{L}{2}/u.test(cell) && (isHeadText(cell, style) || isNamed(cell)),
  );
}

/** "53 weeks" names a column, or counts. */
function isDuration(cell: string, style: NumberStyle): boolean {
  const [quantity, second] = readQuantities(cell, style);
  return (
    !second &&
    quantity?.measure?.kind === 'unit' &&
    /^(?:d|wk|mo|qtr|yr)$/.test(quantity.measure.unit)
  );
}

/**
 * True for a text whose numbers are dates, codes and labels only, or that is longer than a cell
 * with a number.
 */
function isHeadText(cell: string, style: NumberStyle): boolean {
  const plain = withoutMarks(cell);
  if (/^(?:FY\s?)?(?:19|20)\d{2}[AEFB]?$/i.test(plain)) return true;
  let rest = plain;
  for (const { start, end } of readHeadDates(plain, style.language).toReversed())
    rest = rest.slice(0, start) + rest.slice(end);
  rest = rest.replace(/['’(]?000['’]?s?\)?/g, '');
  if (!/\d/.test(rest)) return true;
  const quantities = readQuantities(rest, style);
  if (/^[\s$€£(]*[\d.]/u.test(rest) || (quantities.length === 0 && !/\p{L}/u.test(rest)))
    return false;
  const isNamed = quantities.every(({ names }) => names !== null);
  return (
    isNamed ||
    (/\p{L}{3}/u.test(rest) &&
      quantities.every(({ measure, names }) => names !== null || measure?.kind === 'unit'))
  );
}

/**
 * True for a row in the middle of a table that is a head again: its cells are periods and units
 * only.
 */
function isOnlyHead(cells: readonly string[], style: NumberStyle): boolean {
  if ((cells[0] ?? '') === '') return true;
  const told = cells.slice(1).filter((cell) => cell !== '');
  const isUnit = (cell: string) => readUnitWords(cell, style.language) !== null;
  const areDates = told.every(
    (cell) => isUnit(cell) || readHeadDates(cell, style.language).length > 0,
  );
  const label = cells[0] ?? '';
  return (
    areDates &&
    (label === '' ||
      readHeadDates(label, null).length > 0 ||
      /(?:ended|year|quarter|months?|jahr|exercice|ejercicio|in|fiscal)(?!\p{L})|:$/iu.test(
        label,
      ) ||
      told.some(isUnit))
  );
}

/** True for a row whose one cell names a time or a unit, which holds for all columns. */
function isSpan(cells: readonly string[], { language }: NumberStyle): boolean {
  const text = cells.find((cell) => cell !== '') ?? '';
  const isTime =
    /(?<!\p{L})(?:ended|ending|years?|quarters?|months?|fiscal|period|jahre?|exercices?|ejercicios?|as of|as at|stand)(?!\p{L})/iu;
  return (
    isTime.test(text) ||
    readHeadDates(text, language).length > 0 ||
    readUnitWords(text, language) !== null ||
    findGeneral(text, language) !== null
  );
}

function readColumns(
  heads: readonly (readonly string[])[],
  width: number,
  caption: NamedUnit | null,
  style: NumberStyle,
): Column[] {
  const { language } = style;
  const corners = heads.map(([corner = '']) => corner).filter((corner) => corner !== '');
  const singles = heads.flatMap((cells) => {
    const told = cells.slice(1).filter((cell) => cell !== '');
    return told.length === 1 && width > 2 && !percentOnly.test(told[0] ?? '')
      ? (told[0] ?? [])
      : [];
  });
  const general =
    [...corners, ...singles]
      .map((words) => readHeadUnit(words, language) ?? findGeneral(words, language))
      .find((named) => named !== null) ?? caption;
  const filled = heads.map((cells) => fillHead(cells, width, style));
  return Array.from({ length: width }, (_, index) => {
    const names = filled
      .map((cells) => cells[index] ?? '')
      .filter((name, place, all) => name !== '' && name !== all[place - 1]);
    const name = names.join(' ').trim();
    const dates = readHeadDates(name, language);
    const units = names.toReversed().map((one) => readHeadUnit(one, language));
    const named = units.find((one) => one?.unit) ?? units.find((one) => one !== null) ?? null;
    const scale = units.find((one) => one !== null && one.scale > 1);
    const wider = scale ?? (general !== null && isMoney(general) ? general : undefined);
    const own =
      named && wider && named.scale === 1 && isMoney(named) && named.unit
        ? { ...named, scale: wider.scale }
        : named;
    return {
      name,
      named: own ?? general,
      isOwn: own !== null && dates.length === 0,
      dates,
      isReference: /^(?:notes?|anm(?:erkung)?|ref|nr|no|#|id|.*_id|lfd\.? nr)\.?$/iu.test(name),
    };
  });
}

const percentOnly = /percent|%|prozent|pourcentage|porcentaje/iu;

/** A head that spans several columns stands in one of them. */
function fillHead(cells: readonly string[], width: number, style: NumberStyle): string[] {
  const told = cells.flatMap((cell, index) => (cell === '' || index === 0 ? [] : [index]));
  const only = told.length === 1 && isSpan(cells.slice(1), style) ? cells[told[0] ?? 0] : undefined;
  let last = told.length > 1 ? (cells[told[0] ?? 0] ?? '') : '';
  return Array.from({ length: width }, (_, index) => {
    if (index === 0) return cells[0] ?? '';
    const own = cells[index] ?? '';
    if (own !== '' && told.length > 1) last = own;
    return only ?? (own === '' ? last : own);
  });
}

/**
 * Finds what a note of units excepts. A sentence that names no unit for all rows, such as one of
 * prose, excepts none.
 */
function findException(notes: readonly string[], language: Language | null): string | null {
  const sentences = notes.flatMap((note) => note.split(/(?<=[.!?。])\s+|\n{2,}/u));
  for (const sentence of sentences) {
    const excepted = readException(sentence);
    if (excepted !== null && findGeneral(sentence, language) !== null) return excepted;
  }
  return null;
}

interface RowPlace {
  columns: readonly Column[];
  section: string | null;
  sectionUnit: NamedUnit | null;
  /** What the note of units above the table excepts, in its words. */
  excepted: string | null;
  style: NumberStyle;
  bounds: { line: string; start: number; end: number };
}

const unitColumn =
  /^(?:units?|einheit|unité|unidad|単位|unit of measure|uom|currency|währung|devise|moneda)$/iu;
const dateColumn =
  /^(?:.*[\s_])?(?:year|jahr|année|an|año|date|datum|fecha|month|monat|mois|mes|quarter|quartal|trimestre|period|periode|période|periodo|fy|geschäftsjahr|week|woche|day|tag|年|年度|月|日付)$/iu;

function makeRow(texts: readonly string[], place: RowPlace): BareRow {
  const { columns, section, style } = place;
  const at = labelPlace(texts, style);
  const label = withoutMarks(texts[at] ?? '');
  const unitAt = columns.findIndex(({ name }) => unitColumn.test(name));
  const told = unitAt === -1 ? null : readUnitWords(texts[unitAt] ?? '', style.language);
  const row = told ?? readLabelUnit(label, style.language);
  // Ten years are not the first of them.
  const rowDates = decade.test(label) ? [] : readHeadDates(label, style.language);
  const own = texts.map((text, index) => {
    const isDate = dateColumn.test(columns[index]?.name ?? '') || (index === 0 && at === 0);
    return isDate && index !== at ? (readDates(text, style.language)[0] ?? null) : null;
  });
  const dates = [
    ...rowDates,
    ...own.filter((date) => date !== null),
    ...(section === null ? [] : readHeadDates(section, style.language)),
  ];
  const isExcepted = place.excepted !== null && isNamedIn(label, place.excepted, style.language);
  const cells = texts.map((text, index): SourceCell => {
    const column = columns[index];
    const base = {
      text,
      row: label,
      section,
      column: column?.name ?? '',
      periods: joinDates(column?.dates ?? [], dates),
      isUnscaled: false,
    };
    const date = readWholeDate(text, style.language);
    if (index === at || index === unitAt || column?.isReference || own[index])
      return { ...base, quantity: null, bare: null, date: own[index] ?? date };
    const bare = readQuantityCell(text, style);
    const named = namedAt(column, row, place.sectionUnit);
    const labels = [label, column?.name ?? ''];
    const quantity = bare && putInPlace(bare, named, labels, isExcepted);
    return {
      ...base,
      bare,
      quantity,
      isUnscaled:
        quantity !== null && named !== null && named.scale > 1 && isWithoutScale(quantity),
      date: bare === null || /^\d{4}$/.test(text) ? date : null,
    };
  });
  return { label, section, cells, texts, ...place.bounds };
}

/** The first cell that is a text names the row, else the first one does: a year or a number. */
function labelPlace(texts: readonly string[], style: NumberStyle): number {
  const at = texts.findIndex(
    (text) => /\p{L}/u.test(text) && (decade.test(text) || !isFigure(text, style)),
  );
  return at === -1 ? 0 : at;
}

/** A decade, which names a row: 1950er, the 1990s. */
const decade = /^(?:the )?(?:\d{2}|\d{3}0)(?:er(?:[nsJ]|\sJahren?)?|s|年代)$/iu;

/** Matches a text that consists of one number with its unit or scale: "2,062 thousand", "7.4 %". */
function isFigure(text: string, style: NumberStyle): boolean {
  if (/^[-+(]?[$€£]?[\d.,\s]+\)?\s?[\p{L}%]{1,4}\.?$/u.test(text)) return true;
  if (text.length > longestFigure || !/^[^\p{L}]{0,3}\d/u.test(text)) return false;
  const [quantity] = readQuantities(text, style);
  return quantity?.names === null && quantity.end === text.length;
}

const longestFigure = 60;

/** Joins the period of a column with that of its row: 2024 and the first quarter. */
function joinDates(column: readonly DateSpan[], row: readonly DateSpan[]): DateSpan[] {
  const [one, other] = [column[0], row[0]];
  if (one && other && column.length === 1) {
    const [year, part] = one.months === null ? [one, other] : [other, one];
    if (year.months === null && part.months !== null && part.year === null)
      return [
        { ...part, year: year.year, until: year.until, fiscal: year.fiscal },
        ...row.slice(1),
      ];
  }
  return [...column, ...row];
}

function readWholeDate(text: string, language: Language | null): DateSpan | null {
  const [date, second] =
    text.length <= 40 && /[\d\p{L}]/u.test(text) ? readDates(text, language) : [];
  return date && !second && date.end - date.start >= text.trim().length - 2 ? date : null;
}

/**
 * A row's unit counts before that of a column of figures of some time: "Margin (%)" below "2023
 * (EUR m)".
 */
function namedAt(
  column: Column | undefined,
  row: NamedUnit | null,
  section: NamedUnit | null,
): NamedUnit | null {
  const inRow = row ?? (column?.isOwn ? null : section);
  const general = column?.named ?? null;
  if (inRow === null || column?.isOwn) return general;
  const keepsScale =
    inRow.scale === 1 &&
    inRow.unit?.kind === 'money' &&
    general !== null &&
    isMoney(general) &&
    inRow.per === null;
  return keepsScale ? { ...inRow, scale: general.scale } : inRow;
}

/** Makes the table of typed cells: a query's result, or a table of an attached file. */
export function toSourceTable(
  columns: readonly EvidenceColumn[],
  rows: readonly (readonly Cell[])[],
): SourceTable {
  const style: NumberStyle = { language: null, decimalSign: '.' };
  const heads = columns.map(({ name, unit }): Column => {
    const dates = readHeadDates(name, null);
    const own =
      unit === null
        ? readHeadUnit(name, null)
        : (readUnitWords(unit, null) ?? readHeadUnit(unit, null));
    return {
      name,
      named: own,
      isOwn: own !== null && dates.length === 0,
      dates,
      isReference: false,
    };
  });
  const corner = columns[0]?.type === 'number' ? null : (heads[0]?.named ?? null);
  const all = heads.map((head) => ({ ...head, named: head.named ?? corner }));
  return finish(
    { caption: '', unitWords: '', columns: columns.map(({ name }) => name) },
    rows.map((values) => {
      const texts = values.map((value) => (value === null ? '' : String(value)));
      const bounds = { line: texts.join(' | '), start: 0, end: 0 };
      const row = makeRow(texts, {
        columns: all,
        section: null,
        sectionUnit: null,
        excepted: null,
        style,
        bounds,
      });
      for (const [index, value] of values.entries()) {
        const cell = row.cells[index];
        if (typeof value === 'number' && cell)
          Object.assign(cell, typedCell(value, cell, all[index], columns[index], row.label));
      }
      return row;
    }),
  );
}

/** A percent cell keeps 0.12 with the unit %, so that 0.12 is 12 % and may be 0.12 %. */
function typedCell(
  value: number,
  cell: SourceCell,
  column: Column | undefined,
  typed: EvidenceColumn | undefined,
  label: string,
): Partial<SourceCell> {
  const digits = /[.](\d+)(?:e|$)/.exec(String(value))?.[1]?.length ?? 0;
  const bare = plainQuantity(value, 10 ** -digits);
  if (
    cell.date !== null &&
    cell.quantity === null &&
    Number.isInteger(value) &&
    dateColumn.test(column?.name ?? '')
  )
    return {};
  const placed = putInPlace(
    bare,
    column?.isOwn ? column.named : (readLabelUnit(label, null) ?? column?.named ?? null),
    [label, column?.name ?? ''],
  );
  if (placed.measure?.kind !== 'percent' || typed?.unit !== '%') return { bare, quantity: placed };
  const asShare: Reading = {
    value: clean(value * 100),
    step: bare.step * 100,
    scale: 1,
    measure: placed.measure,
  };
  const asIs: Reading = { value, step: bare.step, scale: 1, measure: placed.measure };
  const [first, second] = Math.abs(value) <= 1 ? [asShare, asIs] : [asIs, asShare];
  return { bare, quantity: { ...placed, ...first, others: [second] } };
}
