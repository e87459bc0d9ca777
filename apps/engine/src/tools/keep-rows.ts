import type { EngineQuery } from '@ecp/contract/engine/tool-access';

/** Most characters of the rows of a result that the engine keeps, and so of what a document can cite of it. */
const maxLength = 200_000;

/** Returns a result with as many of its first rows as the engine keeps. One that loses rows counts as truncated. */
export function keepRows({ id, title, sql, columns, rows, truncated, resultHash }: EngineQuery): EngineQuery {
  let length = 0;
  const end = rows.findIndex((row) => {
    length += JSON.stringify(row).length;
    return length > maxLength;
  });
  const kept = end === -1 ? rows : rows.slice(0, end);
  return { id, title, sql, columns, rows: kept, truncated: truncated || kept.length < rows.length, resultHash };
}
