import { type DuckDBConnection, StatementType } from '@duckdb/node-api';
import { QueryRefusedError } from '../../../query-errors.ts';
import { queryLimits } from '../../query-jobs.ts';
import type { TableDatabase } from '../table-store.ts';
import { checkTree } from './check-tree.ts';
import { hasOwnOrder, isSameTree } from './order-rows.ts';
import { isNode, nodesOf, type TreeNode } from './syntax-tree.ts';
import { traceUnits } from './trace-units.ts';
import { listUsedTables } from './used-tables.ts';

/** A statement that may be executed. */
export interface CheckedStatement {
  sql: string;
  /** The tables that it reads, in lower case. */
  tables: readonly string[];
  /** The name of each column of the result. */
  names: readonly string[];
  /** The unit of each column of the result. */
  units: readonly (string | null)[];
}

/**
 * Checks that a text is one `select` over the tables of a database, by DuckDB's own parser. Rows without an order of
 * their own get one, so that the result is the same each time. Throws QueryRefusedError.
 */
export async function checkStatement(database: TableDatabase, sql: string): Promise<CheckedStatement> {
  const { connection, columns } = database;
  // C ends a text there, so that the parser would not see the rest.
  if (sql.includes('\0')) throw new QueryRefusedError('not_utf8', 'null character');
  const tree = await parseQuery(connection, sql);
  checkTree(tree, {
    tables: new Set(columns.keys()),
    columns: new Set([...columns.values()].flat().map(({ name }) => name.toLowerCase())),
  });
  const { type, names } = await describe(connection, sql);
  if (type !== StatementType.SELECT) throw new QueryRefusedError('not_select', StatementType[type]);
  const traced = traceUnits(tree, columns) ?? [];
  const units = names.map((_, at) => (traced.length === names.length ? (traced[at]?.unit ?? null) : null));
  const ordered = hasOwnOrder(tree) ? sql : await orderRows(connection, sql, tree);
  return { sql: ordered, tables: listUsedTables(tree, new Set(columns.keys())), names, units };
}

/** Returns the tree of the one query that a text has. */
async function parseQuery(connection: DuckDBConnection, sql: string): Promise<TreeNode> {
  const found = await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [sql]);
  const parsed: unknown = JSON.parse(String(found.getRows()[0]?.[0]));
  if (!isNode(parsed) || parsed['error'] !== false) throw refuseUnparsed(isNode(parsed) ? parsed : {});
  const statements = nodesOf(parsed['statements']);
  const node = statements[0]?.['node'];
  if (statements.length !== 1 || !isNode(node)) {
    throw new QueryRefusedError('not_one_statement', String(statements.length));
  }
  return node;
}

function refuseUnparsed({ error_type: kind, error_message: words }: TreeNode): QueryRefusedError {
  const detail = String(words).slice(0, 500);
  return new QueryRefusedError(kind === 'not implemented' ? 'not_select' : 'syntax', detail);
}

async function describe(connection: DuckDBConnection, sql: string): Promise<{ type: StatementType; names: string[] }> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new QueryRefusedError('not_one_statement', String(statements.count));
  const prepared = await statements.prepare(0);
  const names = Array.from({ length: prepared.columnCount }, (_, at) => prepared.columnName(at));
  const type = prepared.statementType;
  prepared.destroySync();
  return { type, names };
}

/**
 * Puts a query that leaves the order of its rows to the engine into one that orders by all columns. The text in it is
 * used only if DuckDB reads the same query there.
 */
async function orderRows(connection: DuckDBConnection, sql: string, tree: TreeNode): Promise<string> {
  const written = await connection.runAndReadAll('select json_deserialize_sql(json_serialize_sql($1::varchar))', [sql]);
  for (const text of [sql.replace(/[;\s]+$/, ''), String(written.getRows()[0]?.[0])]) {
    const ordered = `select * from (\n${text}\n) order by all limit ${queryLimits.rows + 1}`;
    const outer = await parseQuery(connection, ordered).catch(() => null);
    const from = outer?.['from_table'];
    const inner = isNode(from) && isNode(from['subquery']) ? from['subquery']['node'] : null;
    if (isSameTree(inner, tree)) return ordered;
  }
  return sql;
}
