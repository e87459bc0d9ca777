import type XLSX from '@e965/xlsx';
import { displayNumber } from '@ecp/tables/building/child/sheets/number-format';
import { readWebArchive } from '@ecp/tables/building/child/sheets/read-html-tables';
import {
  errorOf,
  isUncomputed,
  openWorkbook,
} from '@ecp/tables/building/child/sheets/read-workbook';
import { kindOfWorkbook } from '@ecp/tables/building/child/sheets/workbook-kind';
import {
  type ExtractedSection,
  ExtractionFailure,
  encryptedFailure,
  type FormatReading,
  type SourceFile,
} from '../extraction.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { readPlain } from './plain.ts';
import { readWebPage } from './web-page.ts';

const maxUncompressedBytes = 64 * 1024 * 1024;
const maxRowsPerSheet = 50_000;
/** Days between the zeros of Excel's two date systems. */
const daysTo1904 = 1_462;

/**
 * Reads .xlsx and .xls, a section for each sheet, hidden ones too, with cells as displayed. Other
 * content that is named .xls is read as what it is.
 */
export async function readSpreadsheet(file: SourceFile): Promise<FormatReading> {
  const { bytes } = file;
  const kind = kindOfWorkbook(bytes);
  // Files named .xls are often tables in HTML or plain text; .xlsx files are not.
  if (kind !== 'zip' && kind !== 'compound' && file.extension.toLowerCase() !== '.xls')
    throw new Error('No workbook');
  if (kind === 'text') return readPlain(file);
  if (kind === 'html') return readWebPage(file);
  if (kind === 'mhtml') return readArchivedPages(bytes);
  const workbook = await openWorkbook(bytes, {
    maxUnpackedBytes: maxUncompressedBytes,
    maxRows: maxRowsPerSheet,
    hasNotes: true,
  });
  if (workbook === 'encrypted') throw encryptedFailure();
  if (workbook === 'too_large')
    throw new ExtractionFailure('too_large', 'The workbook unpacks to more than can be read.');
  if (workbook === 'damaged') throw new Error('The workbook is damaged');
  const sheets = workbook.SheetNames.length;
  const uncomputed = describeUncomputed(workbook);
  return {
    sections: readSheets(workbook),
    note: `Workbook, ${sheets === 1 ? '1 sheet' : `${sheets} sheets`}.`,
    remarks: uncomputed === null ? [] : [uncomputed],
  };
}

async function readArchivedPages(bytes: Buffer): Promise<FormatReading> {
  const pages = await readWebArchive(bytes);
  return {
    sections: pages.map(({ text: html }) => ({ location: null, text: htmlToText({ html }).text })),
    note: null,
  };
}

function describeUncomputed(workbook: XLSX.WorkBook): string | null {
  let count = 0;
  for (const sheet of Object.values(workbook.Sheets)) {
    for (const row of sheet['!data'] ?? [])
      for (const cell of row ?? []) if (cell && isUncomputed(cell, workbook)) count += 1;
  }
  if (count === 0) return null;
  const [cells, hold] =
    count === 1 ? ['One cell', 'holds a formula'] : [`${count} cells`, 'hold formulas'];
  return `${cells} ${hold} without a result in the file, and ${count === 1 ? 'is' : 'are'} left empty.`;
}

function* readSheets(workbook: XLSX.WorkBook): Generator<ExtractedSection> {
  for (const name of workbook.SheetNames) {
    const rows = workbook.Sheets[name]?.['!data'] ?? [];
    yield {
      location: `sheet ${name}`,
      text: rows
        .map((row) => writeRow(row, workbook))
        .filter((line) => line !== '')
        .join('\n'),
    };
  }
}

/** Writes cells as displayed, in their columns; returns an empty text for a row without cells. */
function writeRow(
  row: (XLSX.CellObject | undefined)[] | undefined,
  workbook: XLSX.WorkBook,
): string {
  const cells = Array.from(row ?? [], (cell) =>
    cell && !isUncomputed(cell, workbook)
      ? displayCell(cell, workbook).replace(/\s+/g, ' ').trim()
      : '',
  );
  while (cells.at(-1) === '') cells.pop();
  return cells.length === 0 ? '' : `| ${cells.join(' | ')} |`;
}

function displayCell(cell: XLSX.CellObject, workbook: XLSX.WorkBook): string {
  const error = errorOf(cell);
  if (error !== null) return error;
  if (cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE';
  if (cell.t !== 'n' || typeof cell.v !== 'number') return String(cell.v);
  const shift = workbook.Workbook?.WBProps?.date1904 ? daysTo1904 : 0;
  return displayNumber(cell.v, typeof cell.z === 'string' ? cell.z : 'General', shift);
}
