import XLSX from '@e965/xlsx';
import { writeDay, writeDouble } from '@ecp/language/cells';
import { declaredCharset, decodeText } from '@ecp/language/decode-text';
import { readRaised, writeLowered } from '@ecp/language/raised-text';
import type { BuildProblem } from '../../../table-types.ts';
import { type Cell, type GridRow, textCell } from '../cells/column-survey.ts';
import { displayCode, readFormat } from './number-format.ts';
import { type Indents, readIndents, readOldIndents } from './read-indents.ts';
import { kindOfWorkbook } from './workbook-kind.ts';

/** A sheet with its rows that have cells. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: GridRow[];
}

/**
 * Limits the size of an unpacked workbook, because its cells take about ten times as much memory.
 */
const maxUnpackedBytes = 192 * 1024 * 1024;
/** Days from 1899-12-30, the zero of Excel's dates, to 1970-01-01, and from the zero of 1904. */
const zeroDay = { 1900: 25_569, 1904: 24_107 };
const secondsPerDay = 86_400;
/** 31 December 9999, beyond which Excel has no days. */
const lastDay = 2_958_465;
const secondsOf: Record<string, number> = { h: 3_600, min: 60, s: 1 };

/**
 * Reads the sheets of a workbook, cells as they are held: never what they display. See
 * `openWorkbook`.
 */
export async function readWorkbook(bytes: Buffer): Promise<Sheet[] | BuildProblem> {
  const workbook = await openWorkbook(bytes, { maxUnpackedBytes, hasNotes: false });
  if (typeof workbook === 'string') return workbook;
  if (workbook.bookType !== 'ods') {
    const indents = readIndentsOf(bytes);
    return workbook.SheetNames.map((name, at) =>
      readSheet(workbook, name, at, { units: new Map(), indents }),
    );
  }
  const facts = readOdsFacts(bytes);
  return workbook.SheetNames.map((encoded, at) => {
    // The library leaves the entities of XML in these names.
    const name = decodeEntities(encoded);
    return {
      ...readSheet(workbook, encoded, at, facts),
      name,
      isHidden: facts.hiddenSheets.has(name),
    };
  });
}

function readIndentsOf(bytes: Buffer): Indents {
  const kind = kindOfWorkbook(bytes);
  if (kind === 'zip') return readIndents(bytes, measureArchive(bytes));
  return kind === 'compound' ? readOldIndents(bytes) : new Map();
}

/** What the library does not tell about cells, by `sheet:row:column`, counted from 0. */
interface CellFacts {
  /** The units of percentages and currencies of .ods files. */
  units: ReadonlyMap<string, string>;
  indents: Indents;
}

/** What the times of a column are, which one of them alone does not tell. */
interface ColumnTimes {
  /** Some time of day exceeds a day, so that all are durations. */
  isElapsed: boolean;
  /** Some moment is no midnight, so that all are written with their time. */
  hasTimes: boolean;
}

function readSheet(workbook: XLSX.WorkBook, name: string, at: number, facts: CellFacts): Sheet {
  const sheet = workbook.Sheets[name];
  const zero = workbook.Workbook?.WBProps?.date1904 ? zeroDay[1904] : zeroDay[1900];
  const times = findTimes(sheet);
  const rows = Array.from(sheet?.['!data'] ?? [], (cells, index) => ({
    number: index + 1,
    cells: Array.from(cells ?? [], (cell, column): Cell | null => {
      if (!cell) return null;
      if (isUncomputed(cell, workbook)) return { kind: 'uncomputed', text: '', unit: null };
      const place = `${at}:${index}:${column}`;
      const read = readCell(cell, zero, times[column], facts.units.get(place) ?? null);
      const indent = facts.indents.get(place) ?? 0;
      return read !== null && indent > 0 ? { ...read, indent: (read.indent ?? 0) + indent } : read;
    }),
  }));
  spreadMerged(rows, sheet?.['!merges'] ?? []);
  const isHidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
  return { name, isHidden, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== null)) };
}

function findTimes(sheet: XLSX.WorkSheet | undefined): ColumnTimes[] {
  const times: ColumnTimes[] = [];
  for (const cells of sheet?.['!data'] ?? []) {
    for (const [column, cell] of (cells ?? []).entries()) {
      if (cell?.t !== 'n' || typeof cell.v !== 'number' || typeof cell.z !== 'string') continue;
      const { kind } = readFormat(cell.z);
      if (kind !== 'time' && kind !== 'moment') continue;
      const found = times[column] ?? { isElapsed: false, hasTimes: false };
      times[column] = found;
      if (kind === 'time' && (cell.v >= 1 || cell.v < 0) && cell.v < 366) found.isElapsed = true;
      if (kind === 'moment' && Math.round(cell.v * secondsPerDay) % secondsPerDay !== 0)
        found.hasTimes = true;
    }
  }
  return times;
}

function readCell(
  cell: XLSX.CellObject,
  zero: number,
  times: ColumnTimes | undefined,
  unit: string | null,
): Cell | null {
  const error = errorOf(cell);
  if (error !== null) return { kind: 'error', text: error, unit: null };
  if (cell.v === undefined || cell.v === null) return null;
  if (cell.t === 's') return textCell(String(cell.v));
  if (cell.t === 'b') return { kind: 'boolean', text: String(cell.v), unit: null };
  if (cell.t !== 'n' || typeof cell.v !== 'number') return null;
  const written = typeof cell.z === 'string' ? cell.z : 'General';
  const format = readFormat(written);
  const code = displayCode(cell.v, written);
  if (code !== null) return textCell(code);
  const isElapsed =
    format.kind === 'duration' || (format.kind === 'time' && times?.isElapsed === true);
  if (isElapsed) return readDuration(cell.v, format.unit ?? 'h');
  const isDay = cell.v >= 0 && cell.v <= lastDay;
  if (isDay && format.kind === 'time') return { kind: 'text', text: timeOf(cell.v), unit: null };
  if (isDay && format.kind === 'moment')
    return readMoment(cell.v, zero, format.hasTime && times?.hasTimes === true);
  return {
    kind: 'number',
    text: writeDouble(cell.v),
    unit: unit ?? (format.kind === 'number' ? format.unit : null),
  };
}

/**
 * Reads an elapsed time as a number of its unit, to the millisecond: 1.25 days of `[h]:mm` are 30
 * h.
 */
function readDuration(days: number, unit: string): Cell {
  const milliseconds = Math.round(days * secondsPerDay * 1_000);
  return { kind: 'number', text: writeDouble(milliseconds / 1_000 / (secondsOf[unit] ?? 1)), unit };
}

function timeOf(days: number): string {
  const seconds = Math.round(days * secondsPerDay) % secondsPerDay;
  return new Date(seconds * 1_000).toISOString().slice(11, 19);
}

/**
 * Reads a point in time to the second. `isTimed` writes midnight too, because the column has times
 * of day.
 */
function readMoment(value: number, zero: number, isTimed: boolean): Cell {
  const time = timeOf(value);
  if (value < 1) return { kind: 'text', text: time, unit: null };
  const whole = Math.floor(Math.round(value * secondsPerDay) / secondsPerDay);
  // Excel counts a 29 February 1900, so that the days before it are one too few.
  const day = writeDay(whole - zero + (zero === zeroDay[1900] && whole < 60 ? 1 : 0));
  if (time === '00:00:00' && !isTimed) return { kind: 'date', text: day, unit: null };
  return { kind: 'text', text: `${day} ${time}`, unit: null };
}

/**
 * Gives every cell of a merged area its label. Numbers stay alone, or sums would count them several
 * times.
 */
function spreadMerged(rows: readonly GridRow[], merges: readonly XLSX.Range[]): void {
  for (const { s: start, e: end } of merges) {
    const label = rows[start.r]?.cells[start.c] ?? null;
    if (label?.kind !== 'text' && label?.kind !== 'date') continue;
    for (const row of rows.slice(start.r, end.r + 1)) {
      for (let at = start.c; at <= end.c; at += 1) {
        while (row.cells.length < at) row.cells.push(null);
        row.cells[at] ??= label;
      }
    }
  }
}

/** A workbook that was opened, or why it could not be. */
type OpenedWorkbook = XLSX.WorkBook | 'encrypted' | 'damaged' | 'too_large';

/**
 * Opens any workbook (.xlsx, .xlsm, .xls, .ods, XML Spreadsheet 2003, SYLK), in a child only, with
 * formulas for isUncomputed.
 * @param maxUnpackedBytes size to which an archive may unpack
 * @param maxRows rows of a sheet that are read; all without it
 * @param hasNotes false if marks of notes are left out of texts
 */
export async function openWorkbook(
  bytes: Buffer,
  {
    maxUnpackedBytes,
    maxRows,
    hasNotes,
  }: { maxUnpackedBytes: number; maxRows?: number; hasNotes: boolean },
): Promise<OpenedWorkbook> {
  const kind = kindOfWorkbook(bytes);
  if (kind === 'text' || kind === 'html' || kind === 'mhtml') return 'damaged';
  if (kind === 'compound' && bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    return 'encrypted';
  if (kind === 'zip' && measureArchive(bytes) > maxUnpackedBytes) return 'too_large';
  if (kind === 'compound' || kind === 'old') await loadCodePages();
  const options: XLSX.ParsingOptions = {
    dense: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellFormula: true,
    sheetStubs: true,
    ...(maxRows === undefined ? {} : { sheetRows: maxRows }),
  };
  try {
    if (kind !== 'xml' && kind !== 'sylk') return spellRaised(XLSX.read(bytes, options), hasNotes);
    const { text, certainty } = await decodeText(bytes, declaredCharset(bytes));
    return certainty === 'unreadable' ? 'damaged' : XLSX.read(text, { ...options, type: 'string' });
  } catch (error) {
    // biome-ignore lint/plugin: only the message of the library identifies an encrypted workbook
    return error instanceof Error && /password/i.test(error.message) ? 'encrypted' : 'damaged';
  }
}

/**
 * Writes the raised and lowered parts of cells of an .xlsx as signs that join no number
 * (readRaised).
 */
function spellRaised(workbook: XLSX.WorkBook, hasNotes: boolean): XLSX.WorkBook {
  for (const sheet of Object.values(workbook.Sheets)) {
    for (const row of sheet['!data'] ?? [])
      for (const cell of row ?? []) {
        if (cell?.t !== 's' || typeof cell.r !== 'string' || !cell.r.includes('vertAlign'))
          continue;
        cell.v = spellRuns(String(cell.v), cell.r, hasNotes);
      }
  }
  return workbook;
}

/**
 * @param runs the parts of the text in SpreadsheetML; a text that they do not make up stays as it
 * is
 */
function spellRuns(text: string, runs: string, hasNotes: boolean): string {
  const parts = runs.split(/<(?:\w{1,20}:)?r(?=[\s>])/).map((run) => {
    const [, words = ''] = /<(?:\w{1,20}:)?t(?:\s[^<>]*)?>([^<]*)</.exec(run) ?? [];
    const [, position] = /<(?:\w{1,20}:)?vertAlign\s+val="(\w+)"/.exec(run) ?? [];
    return { words: decodeEntities(words), position };
  });
  if (parts.map(({ words }) => words).join('') !== text) return text;
  let spelled = '';
  for (const [at, { words, position }] of parts.entries()) {
    if (position === 'superscript') {
      const { kind, written } = readRaised(spelled, words, parts[at + 1]?.words);
      // A cell that begins with the mark of a note tells what the note says.
      if (hasNotes || kind !== 'note' || spelled.trim() === '') spelled += written;
    } else spelled += position === 'subscript' ? writeLowered(spelled, words) : words;
  }
  return spelled;
}

/** The workbooks of old versions hold text in code pages, whose tables take half a megabyte. */
async function loadCodePages(): Promise<void> {
  XLSX.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
}

/** Returns the unpacked size that the central directory of a ZIP archive declares, in bytes. */
function measureArchive(bytes: Buffer): number {
  let sizeBytes = 0;
  for (
    let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
  ) {
    if (at + 28 <= bytes.length) sizeBytes += bytes.readUInt32LE(at + 24);
  }
  return sizeBytes;
}

/**
 * Tells whether a formula has no stored result, or the 0 of programs such as XlsxWriter that ask
 * for a calculation.
 */
export function isUncomputed(cell: XLSX.CellObject, workbook: XLSX.WorkBook): boolean {
  if (cell.f === undefined && cell.F === undefined) return false;
  if (cell.t === 'z' || cell.v === undefined) return true;
  return cell.t === 'n' && cell.v === 0 && asksForCalculation(workbook);
}

/** The library's types do not know the properties of the calculation, which it reads. */
function asksForCalculation({ Workbook: properties }: XLSX.WorkBook): boolean {
  const given: object = properties ?? {};
  const calculation = 'CalcPr' in given ? given.CalcPr : null;
  if (typeof calculation !== 'object' || calculation === null || !('fullCalcOnLoad' in calculation))
    return false;
  return calculation.fullCalcOnLoad === '1' || calculation.fullCalcOnLoad === 'true';
}

/** The errors of cells by their codes in files. */
const errors: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/**
 * Returns the error that a cell shows; null if it shows none. OpenDocument holds errors as the
 * texts of formulas.
 */
export function errorOf({ t: type, v: value, f: formula }: XLSX.CellObject): string | null {
  if (type === 'e') return (typeof value === 'number' ? errors[value] : undefined) ?? '#ERROR!';
  const isError =
    type === 's' &&
    formula !== undefined &&
    /^(?:#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d{3})$/.test(String(value));
  return isError ? String(value) : null;
}

/** A start tag with its name without prefix; values in quotes may hold `>`. */
const tag =
  /<(?:[\w.-]+:)?(style|table-properties|paragraph-properties|table-row|table-cell|covered-table-cell|table)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const attribute = /([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/**
 * Repeated cells and rows that are looked at; LibreOffice fills a sheet with a million blank ones.
 */
const maxRepeats = 1_000;

/** What the library does not tell about an .ods file. */
interface OdsFacts extends CellFacts {
  hiddenSheets: ReadonlySet<string>;
}

/**
 * Reads hidden sheets (`table:display` of a style) and units (`office:currency`) of .ods; empty for
 * other archives.
 */
function readOdsFacts(bytes: Buffer): OdsFacts {
  const archive: unknown = XLSX.CFB.read(bytes, { type: 'buffer' });
  const file: { content?: Uint8Array } | null = XLSX.CFB.find(archive, '/content.xml');
  const hiddenSheets = new Set<string>();
  const units = new Map<string, string>();
  const indents = new Map<string, number>();
  if (!file?.content) return { hiddenSheets, units, indents };
  /** Margins before the text, by style, in thousandths of their unit. */
  const margins = new Map<string, number>();
  const hiddenStyles = new Set<string>();
  let style = '';
  let [sheet, row, column, repeats] = [-1, -1, 0, 1];
  for (const [, kind, text = ''] of Buffer.from(file.content).toString('utf8').matchAll(tag)) {
    if (kind === 'table-cell' || kind === 'covered-table-cell') {
      const attributes =
        text.includes('repeated') || text.includes('value-type') ? readAttributes(text) : null;
      const count = Number(attributes?.get('number-columns-repeated') ?? 1);
      const margin = margins.get(attributes?.get('style-name') ?? '');
      if (margin !== undefined) indents.set(`${sheet}:${row}:${column}`, margin);
      const unit = unitOf(attributes);
      for (let down = 0; unit !== null && down < Math.min(repeats, maxRepeats); down += 1) {
        for (let right = 0; right < Math.min(count, maxRepeats); right += 1)
          units.set(`${sheet}:${row + down}:${column + right}`, unit);
      }
      column += count;
      continue;
    }
    const attributes = readAttributes(text);
    if (kind === 'style') style = attributes.get('name') ?? '';
    const margin =
      kind === 'paragraph-properties' ? Number.parseFloat(attributes.get('margin-left') ?? '0') : 0;
    if (margin > 0) margins.set(style, Math.round(margin * 1_000));
    if (kind === 'table-properties' && attributes.get('display') === 'false')
      hiddenStyles.add(style);
    if (kind === 'table-row') {
      row += repeats;
      repeats = Number(attributes.get('number-rows-repeated') ?? 1);
      column = 0;
    }
    if (kind !== 'table') continue;
    [sheet, row, repeats] = [sheet + 1, -1, 1];
    const name = attributes.get('name');
    if (name !== undefined && hiddenStyles.has(attributes.get('style-name') ?? ''))
      hiddenSheets.add(name);
  }
  return { hiddenSheets, units, indents };
}

function unitOf(attributes: ReadonlyMap<string, string> | null): string | null {
  const type = attributes?.get('value-type');
  if (type === 'percentage') return '%';
  return type === 'currency' ? (attributes?.get('currency') ?? null) : null;
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]),
  );
}

/** Decodes the entities and character references of XML. */
function decodeEntities(value: string): string {
  return value.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi,
    (whole, decimal, hex, name) => {
      const code =
        decimal !== undefined
          ? Number(decimal)
          : hex !== undefined
            ? Number.parseInt(hex, 16)
            : null;
      if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return entities[name] ?? whole;
    },
  );
}
