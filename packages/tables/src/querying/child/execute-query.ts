import { QueryFailedError } from '../../query-errors.ts';
import type { TableColumn } from '../../table-types.ts';
import { queryLimits } from '../query-jobs.ts';
import type { CheckedStatement } from './checking/check-statement.ts';
import type { TableDatabase } from './table-store.ts';
import { openCellWriter } from './write-cells.ts';

/** A result as lines of JSON, one for each row. */
export interface ExecutedQuery {
  columns: TableColumn[];
  truncated: boolean;
  lines: Buffer;
}

/** Executes a checked statement. Throws QueryFailedError `timeout`, `memory`, `result_too_large` or `error`. */
export async function executeQuery(
  { connection }: TableDatabase,
  { sql, names, units }: CheckedStatement,
  timeMs: number,
): Promise<ExecutedQuery> {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    connection.interrupt();
  }, timeMs);
  try {
    const result = await connection.stream(sql);
    const writer = openCellWriter(result.columnTypes());
    let truncated = false;
    while (!truncated) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      truncated = writer.write(chunk, queryLimits.rows);
    }
    const { types, lines } = writer.finish();
    const columns = names.map((name, at) => ({ name, type: types[at] ?? 'text', unit: units[at] ?? null }));
    return { columns, truncated, lines };
  } catch (error) {
    throw isOver ? new QueryFailedError('timeout', `${timeMs} ms`) : explain(error);
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: unknown): QueryFailedError {
  if (error instanceof QueryFailedError) return error;
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
  // DuckDB gives its errors no code, only a kind before the colon.
  const isMemory = /^Out of Memory Error/.test(words);
  return new QueryFailedError(isMemory ? 'memory' : 'error', words);
}
