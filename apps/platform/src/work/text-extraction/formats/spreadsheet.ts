import XLSX from '@e965/xlsx';
import {
  type ExtractedSection,
  ExtractionFailure,
  encryptedFailure,
  type FormatReading,
  type SourceFile,
} from '../text/extraction.ts';
import { measureArchive } from './archive.ts';
import { isCompoundFile, openCompoundFile } from './compound-file.ts';

const maxUncompressedBytes = 64 * 1024 * 1024;
const maxRowsPerSheet = 50_000;

/**
 * Reads .xlsx and .xls, a section for each sheet. Cells are read as displayed: dates, percentages and amounts are
 * formatted. Hidden sheets are included.
 */
export async function readSpreadsheet(file: SourceFile): Promise<FormatReading> {
  const { bytes } = file;
  const isArchive = bytes.toString('latin1', 0, 2) === 'PK';
  // Files named .xls are often tables in HTML or plain text; .xlsx files are not.
  if (!isArchive && !isCompoundFile(bytes) && file.extension.toLowerCase() !== '.xls') throw new Error('No workbook');
  if (isCompoundFile(bytes) && openCompoundFile(bytes).stream('EncryptedPackage')) throw encryptedFailure();
  if (isArchive && (await measureArchive(bytes)) > maxUncompressedBytes) {
    throw new ExtractionFailure('too_large', 'The workbook unpacks to more than can be read.');
  }
  const workbook = open(bytes);
  const sheets = workbook.SheetNames.length;
  return { sections: readSheets(workbook), note: `Workbook, ${sheets === 1 ? '1 sheet' : `${sheets} sheets`}.` };
}

function open(bytes: Buffer): XLSX.WorkBook {
  try {
    const options = { dense: true, cellFormula: false, cellHTML: false, sheetRows: maxRowsPerSheet };
    return XLSX.read(bytes, { ...options, dateNF: 'yyyy-mm-dd' });
  } catch (error) {
    // biome-ignore lint/plugin: only the message of the library identifies an encrypted workbook
    throw error instanceof Error && /password/i.test(error.message) ? encryptedFailure() : error;
  }
}

function* readSheets(workbook: XLSX.WorkBook): Generator<ExtractedSection> {
  for (const name of workbook.SheetNames) {
    const rows = workbook.Sheets[name]?.['!data'] ?? [];
    yield {
      location: `sheet ${name}`,
      text: rows
        .map(writeRow)
        .filter((line) => line !== '')
        .join('\n'),
    };
  }
}

/** Writes cells as displayed, in their columns; returns an empty text for a row without cells. */
function writeRow(row: (XLSX.CellObject | undefined)[] | undefined): string {
  const cells = Array.from(row ?? [], (cell) => (cell ? XLSX.utils.format_cell(cell).replace(/\s+/g, ' ').trim() : ''));
  while (cells.at(-1) === '') cells.pop();
  return cells.length === 0 ? '' : `| ${cells.join(' | ')} |`;
}
