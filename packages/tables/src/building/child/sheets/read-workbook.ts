import type XLSX from '@e965/xlsx';
import { writeDay, writeDouble } from '@ecp/language/cells';
import type { BuildProblem } from '../../../table-types.ts';
import { type Cell, type GridRow, textCell } from '../cells/cell.ts';
import { readFormat } from './number-format.ts';
import { decodeEntities, type OdsFacts, readOdsFacts } from './ods-facts.ts';
import { errorOf, isUncomputed, openWorkbook } from './open-workbook.ts';

/** A sheet with its rows that have cells. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: GridRow[];
}

/** Largest size of an unpacked workbook, because its cells take about ten times as much memory. */
const maxUnpackedBytes = 192 * 1024 * 1024;
/** Days from 1899-12-30, the zero of Excel's dates, to 1970-01-01, and from the zero of 1904. */
const zeroDay = { 1900: 25_569, 1904: 24_107 };
const secondsPerDay = 86_400;
/** 31 December 9999, beyond which Excel has no days. */
const lastDay = 2_958_465;
const secondsOf: Record<string, number> = { h: 3_600, min: 60, s: 1 };

/** Reads the sheets of a workbook, cells as they are held: never what they display. See `openWorkbook`. */
export async function readWorkbook(bytes: Buffer): Promise<Sheet[] | BuildProblem> {
  const workbook = await openWorkbook(bytes, { maxUnpackedBytes, hasNotes: false });
  if (typeof workbook === 'string') return workbook;
  if (workbook.bookType !== 'ods') return workbook.SheetNames.map((name, at) => readSheet(workbook, name, at, null));
  const facts = readOdsFacts(bytes);
  return workbook.SheetNames.map((encoded, at) => {
    // The library leaves the entities of XML in these names.
    const name = decodeEntities(encoded);
    return { ...readSheet(workbook, encoded, at, facts), name, isHidden: facts.hiddenSheets.has(name) };
  });
}

/** What the times of a column are, which one of them alone does not tell. */
interface ColumnTimes {
  /** Some time of day exceeds a day, so that all are durations. */
  isElapsed: boolean;
  /** Some moment is no midnight, so that all are written with their time. */
  hasTimes: boolean;
}

function readSheet(workbook: XLSX.WorkBook, name: string, at: number, facts: OdsFacts | null): Sheet {
  const sheet = workbook.Sheets[name];
  const zero = workbook.Workbook?.WBProps?.date1904 ? zeroDay[1904] : zeroDay[1900];
  const times = findTimes(sheet);
  const rows = Array.from(sheet?.['!data'] ?? [], (cells, index) => ({
    number: index + 1,
    cells: Array.from(cells ?? [], (cell, column): Cell | null => {
      if (!cell) return null;
      if (isUncomputed(cell, workbook)) return { kind: 'uncomputed', text: '', unit: null };
      return readCell(cell, zero, times[column], facts?.units.get(`${at}:${index}:${column}`) ?? null);
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
      if (kind === 'moment' && Math.round(cell.v * secondsPerDay) % secondsPerDay !== 0) found.hasTimes = true;
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
  const format = readFormat(typeof cell.z === 'string' ? cell.z : 'General');
  const isElapsed = format.kind === 'duration' || (format.kind === 'time' && times?.isElapsed === true);
  if (isElapsed) return readDuration(cell.v, format.unit ?? 'h');
  const isDay = cell.v >= 0 && cell.v <= lastDay;
  if (isDay && format.kind === 'time') return { kind: 'text', text: timeOf(cell.v), unit: null };
  if (isDay && format.kind === 'moment') return readMoment(cell.v, zero, format.hasTime && times?.hasTimes === true);
  return { kind: 'number', text: writeDouble(cell.v), unit: unit ?? (format.kind === 'number' ? format.unit : null) };
}

/** Reads an elapsed time as a number of its unit, to the millisecond: 1.25 days of `[h]:mm` are 30 h. */
function readDuration(days: number, unit: string): Cell {
  const milliseconds = Math.round(days * secondsPerDay * 1_000);
  return { kind: 'number', text: writeDouble(milliseconds / 1_000 / (secondsOf[unit] ?? 1)), unit };
}

function timeOf(days: number): string {
  const seconds = Math.round(days * secondsPerDay) % secondsPerDay;
  return new Date(seconds * 1_000).toISOString().slice(11, 19);
}

/**
 * Reads a point in time, to the second: a day, a text with day and time, or a time alone.
 * @param isTimed true if midnight is written too, because the column has times of day
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

/** Gives every cell of a merged area its label. Numbers stay alone, or sums would count them several times. */
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
