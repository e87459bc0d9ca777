import { type DuckDBConnection, StatementType } from '@duckdb/node-api';
import { QueryRefusedError } from '../../../query-errors.ts';
import { queryLimits } from '../../query-jobs.ts';
import type { TableDatabase } from '../table-store.ts';
import { checkTree } from './check-tree.ts';
import { hasOwnOrder, isSameTree } from './order-rows.ts';
import { isNode, nodesOf, type TreeNode } from './syntax-tree.ts';
import { traceUnits } from './trace-units.ts';
import { listUsedTables } from './used-tables.ts';
import { wideningSql, widenQuantiles } from './widen-quantiles.ts';

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
  const widened = await widen(connection, sql, tree);
  const ordered = hasOwnOrder(tree) ? widened.sql : await orderRows(connection, widened.sql, widened.tree);
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

/** Returns the query in which medians and quantiles of decimals are exact, or the query itself if it has none. */
async function widen(
  connection: DuckDBConnection,
  sql: string,
  tree: TreeNode,
): Promise<{ sql: string; tree: TreeNode }> {
  if (!/median|quantile|percentile|mad/i.test(sql)) return { sql, tree };
  const templates = nodesOf((await parseQuery(connection, wideningSql))['select_list']);
  const changed = await widenQuantiles(tree, templates, async (query) => {
    const text = await writeQuery(connection, query);
    return (
      text !== null &&
      (await describe(connection, text).then(
        () => true,
        () => false,
      ))
    );
  });
  const text = changed && (await writeQuery(connection, changed));
  return changed && text ? { sql: text, tree: changed } : { sql, tree };
}

/** Writes a tree as text. Null if DuckDB does not read the same tree in it. */
async function writeQuery(connection: DuckDBConnection, query: TreeNode): Promise<string | null> {
  // Places in a text may be larger than JavaScript's whole numbers.
  const written = JSON.stringify({ error: false, statements: [{ node: query, named_param_map: [] }] }, (key, value) =>
    key === 'query_location' ? 0 : value,
  );
  try {
    const found = await connection.runAndReadAll('select json_deserialize_sql($1::json)', [written]);
    const text = String(found.getRows()[0]?.[0]);
    return isSameTree(await parseQuery(connection, text), query) ? text : null;
  } catch {
    return null; // the query stays as it was asked
  }
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
