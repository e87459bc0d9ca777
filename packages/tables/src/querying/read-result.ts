import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { QueryFailedError } from '../query-errors.ts';
import type { QueryResult, ResultCell, TableColumn } from '../table-types.ts';
import { queryLimits } from './query-jobs.ts';

/** Bytes that are parsed in one turn of the event loop. */
const sliceBytes = 512 * 1024;

/**
 * Reads the rows of a child's answer, in slices, and hashes them. The child may have been taken over by its query, so
 * that shape and limits are checked here. Throws QueryFailedError.
 */
export async function readResult(
  { columns: given, truncated, tables }: { columns: TableColumn[]; truncated: boolean; tables: string[] },
  body: Buffer,
): Promise<QueryResult> {
  if (body.length > queryLimits.resultBytes) {
    throw new QueryFailedError('result_too_large', `more than ${queryLimits.resultBytes} bytes`);
  }
  const columns = given.map(({ name, type, unit }) => ({ name: String(name), type, unit }));
  const hash = createHash('sha256').update(`${JSON.stringify(columns)}\n`);
  const rows: ResultCell[][] = [];
  let parsedBytes = 0;
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(10, at);
    if (end < 0 || rows.length >= queryLimits.rows) throw malformed();
    const row = readRow(body.toString('utf8', at, end), columns.length);
    hash.update(`${JSON.stringify(row)}\n`);
    rows.push(row);
    parsedBytes += end - at;
    at = end + 1;
    if (parsedBytes > sliceBytes) {
      parsedBytes = 0;
      await setImmediate();
    }
  }
  const result = { columns, rows, rowCount: rows.length, truncated: truncated === true };
  return { ...result, tables: tables.map(String), resultHash: hash.digest('hex') };
}

function readRow(line: string, width: number): ResultCell[] {
  const row: unknown = JSON.parse(line);
  if (!Array.isArray(row) || row.length !== width || !row.every(isCell)) throw malformed();
  return row;
}

function isCell(value: unknown): value is ResultCell {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

const malformed = () => new QueryFailedError('error', 'The child sent no result of ours');
