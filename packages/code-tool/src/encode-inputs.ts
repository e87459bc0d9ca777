import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProgramCell } from './program-types.ts';

/** A result of a query: cells in the order of the columns. */
export interface QueryRows {
  columns: readonly string[];
  rows: readonly (readonly (ProgramCell | bigint)[])[];
}

/** Rows that are written as JSON in one turn of the event loop. */
const rowsInOneGo = 1_000;
/** Limits the characters of a text that are encoded in one turn. */
const textInOneGo = 1_000_000;

/** Yields the rows as lists in JSON, each made in a turn of its own. Integers become numbers. */
export async function* encodeRows(rows: QueryRows['rows']): AsyncGenerator<Buffer> {
  for (let at = 0; at < rows.length; at += rowsInOneGo) {
    await nextTurn();
    yield Buffer.from(JSON.stringify(rows.slice(at, at + rowsInOneGo), writeCell));
  }
}

const writeCell = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value;

/** Encodes a text as UTF-8, a long one in several turns of the event loop. */
export async function encodeText(text: string): Promise<Buffer> {
  if (text.length <= textInOneGo) return Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; await nextTurn()) {
    const last = text.charCodeAt(at + textInOneGo - 1);
    // A pair of surrogates stays together.
    const end = at + textInOneGo + (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    parts.push(Buffer.from(text.slice(at, end)));
    at = end;
  }
  return Buffer.concat(parts);
}
