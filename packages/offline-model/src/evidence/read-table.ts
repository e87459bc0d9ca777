import { cleanLine, clipText } from '../text/clean-line.ts';
import type { Delimiter } from '../text/read-blocks.ts';
import { readStems } from '../text/read-words.ts';
import type { Origin, SourceTable } from './passage.ts';

/** Columns that are read for computing. A document shows fewer. */
const maxColumns = 30;
const maxRows = 12;
const maxCellLength = 60;

/**
 * Reads lines with delimiters as a table.
 * @returns null for prose with many commas: too few rows, uneven rows, long cells, or no number in the body
 */
export function readTable(
  lines: string[],
  delimiter: Delimiter,
  origin: Origin,
  heading: string | null,
): SourceTable | null {
  const parsed = lines.map((line) => splitRow(line, delimiter)).filter((cells) => !isRule(cells));
  const [header, ...body] = parsed;
  if (!header || header.length < 2 || body.length < 1) return null;
  if ((delimiter === ',' || delimiter === ';') && body.length < 2) return null;
  const even = body.filter((cells) => cells.length === header.length);
  if (even.length < body.length * 0.8) return null;
  const cells = even.flat();
  if (delimiter !== '|' && !cells.some((cell) => /^\D{0,4}\d[\d.,\s]*\D{0,8}$/.test(cell))) return null;
  if (cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length) > maxCellLength) return null;
  const rows = even.map((row) => row.slice(0, maxColumns).map((cell) => clipText(cell, maxCellLength)));
  const columns = header.slice(0, maxColumns).map((cell) => clipText(cell, maxCellLength));
  const words = [heading ?? '', ...columns, ...rows.slice(0, maxRows).flat()].join(' ');
  return { origin, heading, header: columns, rows, stems: readStems(words) };
}

/** Returns the rows of a table that a document shows. */
export function takeShownRows(table: SourceTable): string[][] {
  return table.rows.slice(0, maxRows);
}

function isRule(cells: string[]): boolean {
  return cells.every((cell) => /^:?-{2,}:?$/.test(cell) || cell === '');
}

function splitRow(line: string, delimiter: Delimiter): string[] {
  if (delimiter === '|')
    return line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cleanLine(cell));
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      cells.push(cleanLine(cell));
      cell = '';
    } else cell += character;
  }
  cells.push(cleanLine(cell));
  return cells;
}
