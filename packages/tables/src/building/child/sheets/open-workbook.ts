import XLSX from '@e965/xlsx';
import { declaredCharset, decodeText } from '@ecp/language/decode-text';
import { readRaised, writeLowered } from '@ecp/language/raised-text';
import { decodeEntities } from './ods-facts.ts';
import { kindOfWorkbook } from './workbook-kind.ts';

/** A workbook that was opened, or why it could not be. */
export type OpenedWorkbook = XLSX.WorkBook | 'encrypted' | 'damaged' | 'too_large';

/**
 * Opens .xlsx, .xlsm, .xls of every version, .ods, XML Spreadsheet 2003 and SYLK, in a child only. Formulas are kept, so that
 * `isUncomputed` can tell those without a result.
 * @param maxUnpackedBytes size to which an archive may unpack
 * @param maxRows rows of a sheet that are read; all without it
 * @param hasNotes false if the marks of notes, which are no part of a value, are left out of texts
 */
export async function openWorkbook(
  bytes: Buffer,
  { maxUnpackedBytes, maxRows, hasNotes }: { maxUnpackedBytes: number; maxRows?: number; hasNotes: boolean },
): Promise<OpenedWorkbook> {
  const kind = kindOfWorkbook(bytes);
  if (kind === 'text' || kind === 'html' || kind === 'mhtml') return 'damaged';
  if (kind === 'compound' && bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return 'encrypted';
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

/** Writes the raised and lowered parts of cells of an .xlsx as signs that join no number (readRaised). */
function spellRaised(workbook: XLSX.WorkBook, hasNotes: boolean): XLSX.WorkBook {
  for (const sheet of Object.values(workbook.Sheets)) {
    for (const row of sheet['!data'] ?? [])
      for (const cell of row ?? []) {
        if (cell?.t !== 's' || typeof cell.r !== 'string' || !cell.r.includes('vertAlign')) continue;
        cell.v = spellRuns(String(cell.v), cell.r, hasNotes);
      }
  }
  return workbook;
}

/** @param runs the parts of the text in SpreadsheetML; a text that they do not make up stays as it is */
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
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (at + 28 <= bytes.length) sizeBytes += bytes.readUInt32LE(at + 24);
  }
  return sizeBytes;
}

/**
 * Tells whether a cell is a formula whose result the file does not hold: none at all, or the 0 that programs such as
 * XlsxWriter store for every formula while they ask for a calculation of the whole workbook.
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
  if (typeof calculation !== 'object' || calculation === null || !('fullCalcOnLoad' in calculation)) return false;
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

/** Returns the error that a cell shows; null if it shows none. OpenDocument holds errors as the texts of formulas. */
export function errorOf({ t: type, v: value, f: formula }: XLSX.CellObject): string | null {
  if (type === 'e') return (typeof value === 'number' ? errors[value] : undefined) ?? '#ERROR!';
  const isError =
    type === 's' &&
    formula !== undefined &&
    /^(?:#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d{3})$/.test(String(value));
  return isError ? String(value) : null;
}
