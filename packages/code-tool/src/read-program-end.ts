import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  factLengths,
  type ProgramCell,
  type ProgramEnd,
  type ProgramFact,
  type ProgramTable,
  tableRows,
} from './program-types.ts';

/**
 * Reads the end of a program, which may have forged every byte of it. Returns null unless it has
 * exactly the expected form. The result consists of new objects.
 */
export async function readProgramEnd(bytes: Buffer): Promise<ProgramEnd | null> {
  try {
    const end = requireObject(JSON.parse(bytes.toString()));
    await nextTurn();
    const { outcome } = end;
    if (outcome === 'failed')
      return { outcome, reason: requireText(end['reason'], 1_000), tables: [], facts: [] };
    if (outcome !== 'done') return null;
    return {
      outcome,
      tables: requireList(end['tables']).map(readTable),
      facts: requireList(end['facts']).map(readFact),
    };
  } catch {
    return null;
  }
}

function readTable(value: unknown): ProgramTable {
  const table = requireObject(value);
  const columns = requireList(table['columns']).map((column) => requireText(column));
  const rows = requireList(table['rows']).map((row) => readRow(row, columns.length));
  const { totalRows } = table;
  if (!Number.isSafeInteger(totalRows) || Number(totalRows) < rows.length)
    throw new TypeError('The number of rows is none');
  if (rows.length > tableRows) throw new TypeError('The table has too many rows');
  return { name: requireText(table['name'], 100), columns, rows, totalRows: Number(totalRows) };
}

function readRow(value: unknown, length: number): ProgramCell[] {
  const row = requireList(value);
  if (row.length !== length || !row.every(isCell)) throw new TypeError('The row has no cells');
  return row as ProgramCell[];
}

const isCell = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : value === null || typeof value !== 'object';

function readFact(value: unknown): ProgramFact {
  const fact = requireObject(value);
  const id = requireText(fact['id'], factLengths.id);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) throw new TypeError('The id is not kebab-case');
  const result = fact['value'];
  if (typeof result !== 'boolean' && !Number.isFinite(result))
    requireText(result, factLengths.value);
  return {
    id,
    label: requireText(fact['label'], factLengths.label),
    value: result as ProgramFact['value'],
    unit: readNote(fact['unit'], factLengths.unit),
    period: readNote(fact['period'], factLengths.period),
  };
}

const readNote = (value: unknown, length: number): string | null =>
  value === null ? null : requireText(value, length);

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('The value is no object');
  return value as Record<string, unknown>;
}

function requireList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('The value is no list');
  return value;
}

function requireText(value: unknown, length = Number.POSITIVE_INFINITY): string {
  if (typeof value !== 'string' || value.length > length || !value.isWellFormed())
    throw new TypeError('The value is no text of the allowed length');
  return value;
}
