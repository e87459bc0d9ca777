import { setImmediate } from 'node:timers/promises';
import type { BookEntry } from './workbook-types.ts';

/** Characters that are encoded before others get a turn; it takes some milliseconds. */
const sliceLength = 128 * 1024;

/** Encodes rows as a line of JSON each, slice by slice. A number that JSON cannot hold becomes a text. */
export async function encodeRows(rows: Iterable<readonly BookEntry[]>): Promise<Uint8Array[]> {
  const slices: Uint8Array[] = [];
  let lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = JSON.stringify(row.map(encodable));
    lines.push(line);
    length += line.length + 1;
    if (length < sliceLength) continue;
    slices.push(Buffer.from(`${lines.join('\n')}\n`));
    [lines, length] = [[], 0];
    await setImmediate();
  }
  if (lines.length > 0) slices.push(Buffer.from(`${lines.join('\n')}\n`));
  return slices;
}

const encodable = (entry: BookEntry): BookEntry => {
  if (typeof entry === 'number') return Number.isFinite(entry) ? entry : String(entry);
  if (typeof entry === 'bigint') return String(entry);
  if (entry === null || typeof entry !== 'object') return entry;
  return { ...entry, value: encodable(entry.value) as BookEntry & string };
};

/** Reads the rows that encodeRows has encoded. */
export function readLines(bytes: Buffer): BookEntry[][] {
  const rows: BookEntry[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    rows.push(JSON.parse(bytes.toString('utf8', at, end)) as BookEntry[]);
    at = end + 1;
  }
  return rows;
}
