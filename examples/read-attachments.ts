import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import XLSX from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';

/** A row of a table by the names of its columns. Numbers are numbers, other cells are texts. */
export type Row = Record<string, string | number>;

/** Reads the attachments of an example, for the figures of its key. */
export interface AttachmentReader {
  /** The brief of the engagement. */
  brief(): Promise<string>;
  /** A text file as it is. */
  text(filename: string): Promise<string>;
  /** The text of a Word file, a line for each paragraph and cell. */
  word(filename: string): Promise<string>;
  /** The rows below the head of a sheet. */
  sheet(filename: string, sheet: string): Promise<Row[]>;
  /**
   * The rows below the head of a delimited file without quoted cells. `decimal` is the mark in its
   * numbers.
   */
  csv(filename: string, format?: { separator?: string; decimal?: string }): Promise<Row[]>;
}

/** Opens the attachments of the example in a folder. */
export function openAttachments(folder: string): AttachmentReader {
  const path = (filename: string) => join(folder, 'attachments', filename);
  const text = (filename: string) => readFile(path(filename), 'utf8');
  return {
    text,
    async brief() {
      return (
        JSON.parse(await readFile(join(folder, 'engagement.json'), 'utf8')) as { brief: string }
      ).brief;
    },
    async word(filename) {
      const document = unzipSync(await readFile(path(filename)))['word/document.xml'];
      if (document === undefined) throw new Error(`${filename} is no Word file`);
      const lines = strFromU8(document)
        .replaceAll('</w:p>', '\n')
        .replace(/<[^>]*>/g, '');
      return lines.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    },
    async sheet(filename, sheet) {
      const cells = XLSX.read(await readFile(path(filename))).Sheets[sheet];
      if (cells === undefined) throw new Error(`${filename} has no sheet ${sheet}`);
      return XLSX.utils.sheet_to_json<Row>(cells);
    },
    async csv(filename, { separator = ',', decimal = '.' } = {}) {
      const [head = '', ...lines] = (await text(filename)).trim().split(/\r?\n/);
      const names = head.split(separator);
      const cells = lines.map((line) =>
        line.split(separator).map((cell) => readCell(cell, decimal)),
      );
      return cells.map((row) =>
        Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])),
      );
    },
  };
}

function readCell(cell: string, decimal: string): string | number {
  const plain = decimal === ',' ? cell.replace(',', '.') : cell;
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : cell;
}

/** Returns the first row with a cell of this text. Throws an Error when there is none. */
export function rowOf(rows: readonly Row[], label: string): Row {
  const found = rows.find((row) => Object.values(row).includes(label));
  if (found === undefined) throw new Error(`There is no row ${label}`);
  return found;
}

/** Returns a cell as a number. Throws an Error when it is none. */
export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`${column} is not a number: ${value}`);
  return value;
}

/**
 * Returns the number that a text has between two others. Groups of digits may be spaced. Throws an
 * Error without one.
 */
export function numberBetween(text: string, before: string, after: string): number {
  const start = text.indexOf(before);
  const end = text.indexOf(after, start + before.length);
  const digits = text
    .slice(start + before.length, end)
    .replace(/[\s\u202f]/g, '')
    .replace(',', '.');
  if (start === -1 || end === -1 || !/^\d+(?:\.\d+)?$/.test(digits))
    throw new Error(`No number after ${before}`);
  return Number(digits);
}

/** Adds a column over rows. */
export function sumOf(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + numberIn(row, column), 0);
}
