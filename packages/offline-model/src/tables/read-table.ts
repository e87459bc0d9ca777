import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { SourceTable } from '../material/passage.ts';
import { cleanLine, clipText } from '../text/clean-line.ts';
import { mapInSlices } from '../text/map-in-slices.ts';
import type { Delimiter } from '../text/read-blocks.ts';
import { readStems } from '../text/read-words.ts';
import { readCell } from './table-shape.ts';

/** Columns that are read for computing. A document shows fewer. */
const maxColumns = 30;
/** Rows whose words tell what a table is about. */
const tellingRows = 12;
const maxCellLength = 60;

/**
 * Reads lines with delimiters as tables. A line with a single cell names the table below it, as on a sheet with
 * several. Rows are filled up to the width of their head.
 * @returns an empty list for prose with many commas: too few rows, uneven rows, long cells, or no number in the body
 */
export async function readTables(
  lines: string[],
  delimiter: Delimiter,
  { origin, heading }: Pick<SourceTable, 'origin' | 'heading'>,
  timeSlice: TimeSlice,
): Promise<SourceTable[]> {
  const split = await mapInSlices(lines, (line) => splitRow(line, delimiter), timeSlice);
  const parsed = split.filter((cells) => !isRule(cells));
  const tables: SourceTable[] = [];
  let name = heading;
  for (const rows of cutTables(parsed)) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const [first = []] = rows;
    if (first.length === 1) {
      name = clipText(first.join(''), 90);
      continue;
    }
    // A name in the midst of a table cuts it in two. The second part has no head, so neither part is whole.
    const before = tables.at(-1);
    if (before && isHeadless(first)) before.isComplete = false;
    const table = await makeTable(rows, delimiter, { origin, heading: name }, timeSlice);
    if (table) tables.push(table);
    name = heading;
  }
  return tables;
}

/** Cuts rows into tables. Rows of one cell, which name tables, become groups of their own. */
function* cutTables(rows: string[][]): Generator<string[][]> {
  let group: string[][] = [];
  for (const row of rows) {
    if (row.length > 1) group.push(row);
    else {
      if (group.length > 0) yield group;
      yield [row];
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

/** True for a row of data in place of the head. Years may be heads. */
const isHeadless = (row: string[]) => row.slice(1).some((cell) => isNumeric(cell) && !/^(?:19|20)\d{2}$/.test(cell));
const absent =
  /^(?:n\/?a|n\. ?a\.|k\. ?A\.|n\.?d\.?|s\. ?d\.|[–—?.-]+|unknown|none|unbekannt|keine|inconnu|aucun|不明|なし)$/i;
/** True for a row of words alone, as the head of another table has; not for a row whose numbers are absent. */
const isHead = (row: string[]) =>
  row.every((cell) => cell !== '' && !isNumeric(cell)) && !row.some((cell) => absent.test(cell));
const isNumeric = (cell: string) => readCell(cell) !== null;

async function makeTable(
  rows: string[][],
  delimiter: Delimiter,
  { origin, heading }: Pick<SourceTable, 'origin' | 'heading'>,
  timeSlice: TimeSlice,
): Promise<SourceTable | null> {
  const [header, ...body] = rows;
  if (!header || header.length < 2 || body.length < 1) return null;
  if ((delimiter === ',' || delimiter === ';') && body.length < 2) return null;
  const width = header.length;
  const fitting = body.filter((row) => row.length <= width || row.slice(width).every((cell) => cell === ''));
  if (fitting.length < body.length * 0.8) return null;
  const hasNumber = (row: string[]) => row.some((cell) => /^\D{0,4}\d[\d.,\s]*\D{0,8}$/.test(cell));
  if (delimiter !== '|' && !fitting.some(hasNumber)) return null;
  const length = fitting.reduce((sum, row) => sum + row.join('').length, 0);
  const count = fitting.reduce((sum, row) => sum + row.length, 0);
  if (length / Math.max(1, count) > maxCellLength) return null;
  const fit = (row: string[]) =>
    Array.from({ length: Math.min(width, maxColumns) }, (_, at) => clipText(row[at] ?? '', maxCellLength));
  const kept = await mapInSlices(fitting, fit, timeSlice);
  const columns = fit(header);
  const firstNumbers = kept.findIndex((row) => row.slice(1).some(isNumeric));
  const below = firstNumbers === -1 ? [] : kept.slice(firstNumbers);
  const hasSecondHead = (await mapInSlices(below, isHead, timeSlice)).includes(true);
  return {
    ...{ origin, heading, header: columns, rows: kept },
    isComplete: fitting.length === body.length && !isHeadless(header) && !hasSecondHead && width <= maxColumns,
    stems: readStems(
      [origin.location ?? '', heading ?? '', ...columns, ...kept.slice(0, tellingRows).flat()].join(' '),
    ),
  };
}

function isRule(cells: string[]): boolean {
  return cells.every((cell) => /^:?-+:?$/.test(cell) || cell === '') && cells.some((cell) => cell !== '');
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
