import XLSX from '@e965/xlsx';
import type { BuildProblem } from '../../../table-types.ts';
import type { Cell, GridRow } from '../cells/cell.ts';
import { textCell } from '../cells/cell.ts';
import { writeDay } from '../cells/read-date.ts';
import { writeDouble } from '../cells/read-number.ts';
import { decodeEntities, findHiddenSheets } from './find-hidden-sheets.ts';

/** A sheet with its rows that have cells. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: GridRow[];
}

const zipMark = 'PK';
const compoundMark = 'd0cf11e0a1b11ae1';
/** Largest size of an unpacked workbook, because its cells take about ten times as much memory. */
const maxUnpackedBytes = 192 * 1024 * 1024;
/** Days from 1899-12-30, the zero of Excel's dates, to 1970-01-01, and from the zero of 1904. */
const zeroDay = { 1900: 25_569, 1904: 24_107 };
const secondsPerDay = 86_400;

/** Reads the sheets of .xlsx, .xlsm, .xls and .ods, cells as they are held: never what they display. */
export function readWorkbook(bytes: Buffer): Sheet[] | BuildProblem {
  const isZip = bytes.toString('latin1', 0, 2) === zipMark;
  const isCompound = bytes.toString('hex', 0, 8) === compoundMark;
  if (!isZip && !isCompound) return 'damaged';
  if (isCompound && bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return 'encrypted';
  if (isZip && measureArchive(bytes) > maxUnpackedBytes) return 'too_large';
  try {
    const workbook = XLSX.read(bytes, {
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    });
    if (workbook.bookType !== 'ods') return workbook.SheetNames.map((name, at) => readSheet(workbook, name, at));
    const hidden = findHiddenSheets(bytes);
    return workbook.SheetNames.map((encoded, at) => {
      // The library leaves the entities of XML in these names.
      const name = decodeEntities(encoded);
      return { ...readSheet(workbook, encoded, at), name, isHidden: hidden.has(name) };
    });
  } catch (error) {
    // biome-ignore lint/plugin: only the message of the library identifies an encrypted workbook
    return error instanceof Error && /password/i.test(error.message) ? 'encrypted' : 'damaged';
  }
}

/** Returns the unpacked size that the central directory of a ZIP archive declares, in bytes. */
function measureArchive(bytes: Buffer): number {
  let sizeBytes = 0;
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (at + 28 <= bytes.length) sizeBytes += bytes.readUInt32LE(at + 24);
  }
  return sizeBytes;
}

function readSheet(workbook: XLSX.WorkBook, name: string, at: number): Sheet {
  const sheet = workbook.Sheets[name];
  const zero = workbook.Workbook?.WBProps?.date1904 ? zeroDay[1904] : zeroDay[1900];
  const rows = Array.from(sheet?.['!data'] ?? [], (cells, index) => ({
    number: index + 1,
    cells: Array.from(cells ?? [], (cell) => readCell(cell, zero)),
  }));
  spreadMerged(rows, sheet?.['!merges'] ?? []);
  const isHidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
  return { name, isHidden, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== null)) };
}

function readCell(cell: XLSX.CellObject | undefined, zero: number): Cell | null {
  if (!cell || cell.v === undefined || cell.v === null) return null;
  if (cell.t === 's') return textCell(String(cell.v));
  if (cell.t === 'b') return { kind: 'boolean', text: String(cell.v), unit: null };
  if (cell.t === 'e') return { kind: 'error', text: cell.w ?? '#ERROR', unit: null };
  if (cell.t !== 'n' || typeof cell.v !== 'number') return null;
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  if (XLSX.SSF.is_date(format)) return readMoment(cell.v, zero);
  return { kind: 'number', text: writeDouble(cell.v), unit: unitOfFormat(format) };
}

/** Reads a point in time: a day, or a text with day and time, or a time alone. */
function readMoment(value: number, zero: number): Cell {
  const seconds = Math.round((value - Math.floor(value)) * secondsPerDay);
  const time = new Date(seconds * 1_000).toISOString().slice(11, 19);
  // Excel counts a 29 February 1900, so that the days before it are one too few.
  const days = Math.floor(value) - zero + (zero === zeroDay[1900] && value < 60 ? 1 : 0);
  if (value >= 0 && value < 1) return { kind: 'text', text: time, unit: null };
  if (seconds === 0) return { kind: 'date', text: writeDay(days), unit: null };
  return { kind: 'text', text: `${writeDay(days)} ${time}`, unit: null };
}

/** Returns the unit that a number format shows: `%`, or its currency. */
function unitOfFormat(format: string): string | null {
  const [positive = ''] = format.split(';');
  const plain = positive.replace(/\\./g, (escaped) => escaped.slice(1));
  if (plain.replace(/"[^"]*"/g, '').includes('%')) return '%';
  const bracketed = /\[\$([^\]-]+)/.exec(plain)?.[1]?.trim();
  const found = bracketed ?? /[€$£¥₹₩]|\b(?:EUR|USD|GBP|CHF|JPY|DKK|SEK|NOK)\b/.exec(plain)?.[0];
  return found === undefined || found === '' ? null : found;
}

/** Gives every cell of a merged area its label. Numbers stay alone, or sums would count them several times. */
function spreadMerged(rows: readonly GridRow[], merges: readonly XLSX.Range[]): void {
  for (const { s: start, e: end } of merges) {
    const label = rows[start.r]?.cells[start.c] ?? null;
    if (label?.kind !== 'text') continue;
    for (const row of rows.slice(start.r, end.r + 1)) {
      for (let at = start.c; at <= end.c; at += 1) {
        while (row.cells.length < at) row.cells.push(null);
        row.cells[at] ??= label;
      }
    }
  }
}
