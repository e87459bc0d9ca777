import { open } from 'node:fs/promises';

/** Extensions of files that may hold tables: workbooks, and delimited files. */
export const tableExtensions: readonly string[] = ['.xlsx', '.xlsm', '.xls', '.ods', '.csv', '.tsv', '.txt'];

/** Tells by its extension, in any case, whether a file may hold tables. */
export const mayHoldTables = (extension: string): boolean => tableExtensions.includes(extension.toLowerCase());

const headBytes = 65_536;
const linesRead = 20;
/** In prose, a space follows a comma. */
const delimiters = [/\t/g, /;/g, /\|/g, /,(?! )/g];
/** Notes and totals may stand between the rows. */
const regularShare = 0.8;

/**
 * Tells whether a text file looks delimited: most of its first lines have the same number of tabs, semicolons, bars or
 * commas. So no child starts for a letter.
 */
export async function looksDelimited(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    // UTF-16 has the same delimiters once its zeros are removed.
    const text = buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '');
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    return delimiters.some((delimiter) => isRegular(lines.slice(0, linesRead), delimiter));
  } finally {
    await file.close();
  }
}

function isRegular(lines: readonly string[], delimiter: RegExp): boolean {
  const counts = lines.map((line) => line.match(delimiter)?.length ?? 0).filter((count) => count > 0);
  const most = Math.max(0, ...[...Map.groupBy(counts, (count) => count).values()].map(({ length }) => length));
  return most >= 2 && most >= lines.length * regularShare;
}
