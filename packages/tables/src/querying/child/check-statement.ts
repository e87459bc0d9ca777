import { StatementType } from '@duckdb/node-api';
import { QueryRefusedError } from '../../query-errors.ts';
import type { TableDatabase } from './table-store.ts';

/** A statement that may be executed. */
export interface CheckedStatement {
  sql: string;
  /** The unit of each column of the result. */
  units: readonly (string | null)[];
}

/** Checks that a text is one `select` over the tables of a database. Throws QueryRefusedError. */
export async function checkStatement({ connection }: TableDatabase, sql: string): Promise<CheckedStatement> {
  const statements = await connection.extractStatements(sql).catch((error: Error) => {
    throw new QueryRefusedError('syntax', error.message);
  });
  if (statements.count !== 1) throw new QueryRefusedError('not_one_statement', String(statements.count));
  const prepared = await statements.prepare(0);
  if (prepared.statementType !== StatementType.SELECT) {
    throw new QueryRefusedError('not_select', StatementType[prepared.statementType]);
  }
  return { sql, units: [] };
}
