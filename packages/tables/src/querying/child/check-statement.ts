import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api';
import { type ColumnNaming, nameColumns, quoteName, quoteText } from '../../sql-names.ts';
import { QueryFailedError, QueryRefusedError, queryLimits } from '../../table-types.ts';
import {
  commonTablesOf,
  hasOwnOrder,
  isNode,
  isSameTree,
  listUsedTables,
  nodesOf,
  type TreeNode,
  textOf,
  textsOf,
  traceUnits,
  wideningSql,
  widenQuantiles,
} from './rewrite-statement.ts';

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
 * Checks by DuckDB's parser that a text is one `select` over given tables, and orders its rows, of
 * which at most one more than `maxRows` is computed. Throws QueryRefusedError, and QueryFailedError for what does not fit the tables.
 */
export async function checkStatement(
  database: TableDatabase,
  sql: string,
  maxRows: number,
): Promise<CheckedStatement> {
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
  const units = names.map((_, at) =>
    traced.length === names.length ? (traced[at]?.unit ?? null) : null,
  );
  const widened = await widen(connection, sql, tree);
  const ordered = hasOwnOrder(tree)
    ? widened.sql
    : await orderRows(connection, widened.sql, { tree: widened.tree, maxRows });
  return { sql: ordered, tables: listUsedTables(tree, new Set(columns.keys())), names, units };
}

/** Returns the tree of the one query that a text has. */
async function parseQuery(connection: DuckDBConnection, sql: string): Promise<TreeNode> {
  const found = await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [sql]);
  const parsed: unknown = JSON.parse(String(found.getRows()[0]?.[0]));
  if (!isNode(parsed) || parsed['error'] !== false)
    throw refuseUnparsed(isNode(parsed) ? parsed : {});
  const statements = nodesOf(parsed['statements']);
  const node = statements[0]?.['node'];
  if (statements.length !== 1 || !isNode(node)) {
    throw new QueryRefusedError('not_one_statement', String(statements.length));
  }
  return node;
}

function refuseUnparsed({
  error_type: kind,
  error_message: words,
  position,
}: TreeNode): QueryRefusedError {
  const detail = String(words).slice(0, 500);
  if (kind === 'not implemented') return new QueryRefusedError('not_select', detail);
  const place = Number.parseInt(String(position), 10);
  return new QueryRefusedError('syntax', detail, Number.isNaN(place) ? null : place);
}

async function describe(
  connection: DuckDBConnection,
  sql: string,
): Promise<{ type: StatementType; names: string[] }> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1)
    throw new QueryRefusedError('not_one_statement', String(statements.count));
  const prepared = await statements
    .prepare(0)
    .catch((error: unknown) => Promise.reject(explainFailure(error)));
  const names = Array.from({ length: prepared.columnCount }, (_, at) => prepared.columnName(at));
  const type = prepared.statementType;
  prepared.destroySync();
  return { type, names };
}

/** Returns an error of DuckDB as the query's failure. */
export function explainFailure(error: unknown): QueryFailedError {
  if (error instanceof QueryFailedError) return error;
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
  // DuckDB gives its errors no code, only a kind before the colon.
  const isMemory = /^Out of Memory Error/.test(words);
  return new QueryFailedError(isMemory ? 'memory' : 'error', words);
}

/**
 * Returns an error of the execution as the query's failure, without what stands in cells, because
 * an error is logged and kept where no table is.
 */
export function explainExecution(error: unknown, sql: string): QueryFailedError {
  const failure = explainFailure(error);
  return failure.reason === 'error'
    ? new QueryFailedError('error', leaveOutCells(failure.detail, sql))
    : failure;
}

/**
 * The words of DuckDB's errors of an execution, which may also stand in cells, where they tell
 * nothing.
 */
const errorWords: ReadonlySet<string> = new Set(
  `a according an and argument arguments array at be because between bit boolean by byte can can't cannot cast casting
  character column contain contains conversion convert could date day decimal destination division does double empty
  error exceeds exist expected expression failed field float for format from function have index infinite input integer
  interval into invalid is it json length limit list logarithm malformed map maximum missing month more must negative not
  number object of on one only or out overflow parse position range regular returned row rows scalar size source
  specifier square root string struct subquery subtraction addition multiplication negation substring than the time
  timestamp to too type unable unexpected unsupported used using value values when while width with year zero`.split(
    /\s+/,
  ),
);
const typeNames =
  /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?\d*|VARCHAR|STRING|DATE|TIME(STAMP)?\w*|DOUBLE|FLOAT|DECIMAL|BOOL(EAN)?|BLOB)$/;

/** Keeps DuckDB's own words and those of the statement. All else may come from a cell. */
function leaveOutCells(words: string, sql: string): string {
  const word = /[\p{L}\p{N}_]+(?:'t\b)?/gu;
  const written = new Set(sql.match(word));
  const isTold = (one: string) =>
    errorWords.has(one.toLowerCase()) || typeNames.test(one) || written.has(one);
  const [said = ''] = words.split('\n', 1);
  return said
    .replace(word, (one) => (isTold(one) ? one : '…'))
    .replace(/…(?:[^\p{L}\p{N}…]*…)+/gu, '…');
}

/**
 * Returns the query in which medians and quantiles of decimals are exact, or the query itself if it
 * has none.
 */
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
  const written = JSON.stringify(
    { error: false, statements: [{ node: query, named_param_map: [] }] },
    (key, value) => (key === 'query_location' ? 0 : value),
  );
  try {
    const found = await connection.runAndReadAll('select json_deserialize_sql($1::json)', [
      written,
    ]);
    const text = String(found.getRows()[0]?.[0]);
    return isSameTree(await parseQuery(connection, text), query) ? text : null;
  } catch {
    return null; // the query stays as it was asked
  }
}

/**
 * Orders an unordered query by all columns; its text is used only if DuckDB reads the same query
 * there.
 */
async function orderRows(
  connection: DuckDBConnection,
  sql: string,
  { tree, maxRows }: { tree: TreeNode; maxRows: number },
): Promise<string> {
  const written = await connection.runAndReadAll(
    'select json_deserialize_sql(json_serialize_sql($1::varchar))',
    [sql],
  );
  for (const text of [sql.replace(/[;\s]+$/, ''), String(written.getRows()[0]?.[0])]) {
    const ordered = `select * from (\n${text}\n) order by all limit ${maxRows + 1}`;
    const outer = await parseQuery(connection, ordered).catch(() => null);
    const from = outer?.['from_table'];
    const inner = isNode(from) && isNode(from['subquery']) ? from['subquery']['node'] : null;
    if (isSameTree(inner, tree)) return ordered;
  }
  return sql;
}

/** The names that a statement may use. */
interface AllowedNames {
  /** Names of tables in lower case. */
  tables: ReadonlySet<string>;
  /** Names of their columns in lower case. */
  columns: ReadonlySet<string>;
}

/** Deeper statements are refused before they exhaust a stack. */
const maxDepth = 400;

const queryTypes = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const tableTypes = new Set([
  'EMPTY',
  'EXPRESSION_LIST',
  'JOIN',
  'PIVOT',
  'SUBQUERY',
  'BASE_TABLE',
  'TABLE_FUNCTION',
]);
const otherTypes = new Set([
  'ORDER_MODIFIER',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'DISTINCT_MODIFIER',
  'ORDER_DEFAULT',
  'ASCENDING',
  'DESCENDING',
]);
const expressionClasses = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'LAMBDA',
  'OPERATOR',
  'POSITIONAL_REFERENCE',
  'STAR',
  'SUBQUERY',
  'WINDOW',
]);

/**
 * Throws QueryRefusedError for unknown tables, functions that are not allowed, and all constructs
 * not listed.
 */
function checkTree(query: TreeNode, names: AllowedNames): void {
  visit(query, names.tables, names, 0);
}

function visit(
  value: unknown,
  visible: ReadonlySet<string>,
  names: AllowedNames,
  depth: number,
): void {
  if (depth > maxDepth) throw new QueryRefusedError('construct', 'nesting');
  if (Array.isArray(value)) {
    for (const one of value) visit(one, visible, names, depth + 1);
    return;
  }
  if (!isNode(value)) return;
  if (isTypeNode(value)) {
    checkType(value);
    return;
  }
  checkKind(value, visible, names);
  const inside = queryTypes.has(textOf(value, 'type'))
    ? seeCommonTables(value, visible, names, depth)
    : visible;
  for (const [key, one] of Object.entries(value)) {
    // A constant holds data, and the common tables have been visited.
    if (value['class'] === 'CONSTANT' || key === 'cte_map') continue;
    visit(one, inside, names, depth + 1);
  }
}

/**
 * Visits the common tables of a query, each of which sees those before it, and returns what the
 * query itself sees.
 */
function seeCommonTables(
  query: TreeNode,
  outer: ReadonlySet<string>,
  names: AllowedNames,
  depth: number,
): ReadonlySet<string> {
  const visible = new Set(outer);
  for (const { name, query: inner, isRecursive } of commonTablesOf(query)) {
    if (isRecursive) visible.add(name);
    visit(inner, visible, names, depth + 2);
    visible.add(name);
  }
  return visible;
}

function checkKind(node: TreeNode, visible: ReadonlySet<string>, names: AllowedNames): void {
  const [kind, type] = [textOf(node, 'class'), textOf(node, 'type')];
  if (kind !== '') checkExpression(node, kind, names);
  if (kind !== '' || type === '') return;
  if (!queryTypes.has(type) && !tableTypes.has(type) && !otherTypes.has(type)) {
    throw new QueryRefusedError('construct', type.toLowerCase());
  }
  if (isNode(node['sample'])) throw new QueryRefusedError('construct', 'sample');
  if (type === 'BASE_TABLE') checkTable(node, visible);
  if (type === 'TABLE_FUNCTION') checkTableFunction(node);
}

function checkTable(table: TreeNode, visible: ReadonlySet<string>): void {
  const path = ['catalog_name', 'schema_name', 'table_name'].map((key) => textOf(table, key));
  const [catalog, schema, name = ''] = path;
  const isKnown = catalog === '' && schema === '' && visible.has(name.toLowerCase());
  if (!isKnown) throw new QueryRefusedError('table', path.filter((part) => part !== '').join('.'));
  if (isNode(table['at_clause'])) throw new QueryRefusedError('construct', 'at');
}

function checkTableFunction({ function: called }: TreeNode): void {
  const name = isNode(called) ? textOf(called, 'function_name').toLowerCase() : '';
  if (!allowedTableFunctions.has(name)) throw new QueryRefusedError('function', name);
}

function checkExpression(node: TreeNode, kind: string, { columns }: AllowedNames): void {
  if (kind === 'PARAMETER') throw new QueryRefusedError('parameter', textOf(node, 'identifier'));
  if (!expressionClasses.has(kind)) throw new QueryRefusedError('construct', kind.toLowerCase());
  if (kind === 'FUNCTION' || kind === 'WINDOW') checkFunction(node);
  if (kind !== 'COLUMN_REF') return;
  const path = textsOf(node['column_names']).map((name) => name.toLowerCase());
  const [name = ''] = path;
  if (path.length === 1 && bareFunctions.has(name) && !columns.has(name))
    throw new QueryRefusedError('function', name);
}

function checkFunction(node: TreeNode): void {
  const name = textOf(node, 'function_name').toLowerCase();
  const schema = textOf(node, 'schema');
  // DuckDB's parser puts `main` before the functions that it writes itself, such as that of a list.
  const isOwn = textOf(node, 'catalog') === '' && (schema === '' || schema === 'main');
  if (!isOwn || !allowedFunctions.has(name)) {
    throw new QueryRefusedError('function', schema === '' ? name : `${schema}.${name}`);
  }
}

function isTypeNode(node: TreeNode): boolean {
  return 'type_info' in node && 'id' in node;
}

/** Types of one's own cannot exist here; a schema before a type's name is refused all the same. */
function checkType(type: TreeNode): void {
  const info = type['type_info'];
  if (!isNode(info)) return;
  if (textOf(info, 'catalog') !== '' || textOf(info, 'schema') !== '') {
    throw new QueryRefusedError('construct', 'type');
  }
  for (const inner of [
    info['child_type'],
    ...nodesOf(info['child_types']).map(({ second }) => second),
  ]) {
    if (isNode(inner)) checkType(inner);
  }
}

/**
 * DuckDB's functions that depend on arguments alone. Time, chance, settings, catalogues, sequences
 * and execution of text are not allowed, nor `error`, which repeats a cell, nor what a later DuckDB
 * adds.
 */
const names = `
  ! !__postfix !~~ !~~* % & && * ** + - / // < <= <> = == > >= ^ ^@ | || ~ ~~ ~~* ~~~ @ @> <@ << >> -> ->> <->
  abs acos acosh asin asinh atan atan2 atanh cbrt ceil ceiling cos cosh cot degrees divide even exp factorial fdiv floor
  fmod gamma gcd greatest_common_divisor isfinite isinf isnan lcm least_common_multiple lgamma ln log log10 log2 mod
  multiply nextafter pi pow power radians round round_even roundbankers sign signbit sin sinh sqrt subtract tan tanh
  trunc xor add
  ascii bar base64 bin bit_count bit_length char_length character_length chr concat concat_ws contains
  damerau_levenshtein decode editdist3 encode ends_with format formatreadabledecimalsize formatreadablesize format_bytes
  from_base64 from_binary from_hex hamming hex ilike_escape instr jaccard jaro_similarity jaro_winkler_similarity lcase
  left left_grapheme len length length_grapheme levenshtein like_escape lower lpad ltrim md5 mismatches nfc_normalize
  not_ilike_escape not_like_escape octet_length ord parse_filename position prefix printf regexp_escape regexp_extract
  regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array repeat replace reverse right
  right_grapheme rpad rtrim sha1 sha256 split split_part starts_with str_split str_split_regex string_split
  string_split_regex string_to_array strip_accents strlen strpos substr substring substring_grapheme suffix to_base
  to_base64 to_binary to_hex translate trim ucase unbin unhex unicode upper url_decode url_encode array_to_string
  century date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth
  dayofweek dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era hour isodow isoyear julian last_day
  make_date make_time make_timestamp make_timestamp_ms make_timestamp_ns microsecond millennium millisecond minute month
  monthname nanosecond quarter second strftime strptime time_bucket to_centuries to_days to_decades to_hours
  to_microseconds to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years
  try_strptime week weekday weekofyear year yearweek normalized_interval timezone
  coalesce constant_or_null greatest if ifnull least nullif typeof row struct_extract struct_extract_at
  struct_pack struct_concat struct_insert struct_keys struct_values struct_contains struct_position alias
  array_append array_concat array_contains array_distinct array_extract array_filter array_has array_has_all
  array_has_any array_indexof array_intersect array_length array_position array_prepend array_reverse
  array_reverse_sort array_slice array_sort array_transform array_unique array_value array_where array_zip cardinality
  element_at equi_width_bins filter flatten generate_series generate_subscripts grade_up list_any_value list_append
  list_apply list_avg list_bool_and list_bool_or list_cat list_concat list_contains list_count list_distinct
  list_element list_entropy list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any
  list_histogram list_indexof list_intersect list_kurtosis list_last list_mad list_max list_median list_min list_mode
  list_pack list_position list_prepend list_product list_reduce list_resize list_reverse list_reverse_sort list_select
  list_sem list_skewness list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum list_transform
  list_unique list_value list_var_pop list_var_samp list_where list_zip map map_concat map_contains map_entries
  map_extract map_extract_value map_from_entries map_keys map_values range reduce unnest
  json json_array json_array_length json_contains json_exists json_extract json_extract_path json_extract_path_text
  json_extract_string json_keys json_object json_quote json_type json_valid json_value to_json row_to_json array_to_json
  any_value arbitrary arg_max arg_max_null arg_min arg_min_null argmax argmin array_agg avg bit_and bit_or bit_xor
  bool_and bool_or corr count count_if count_star countif covar_pop covar_samp cume_dist dense_rank entropy favg fill
  first first_value fsum geomean geometric_mean group_concat histogram kahan_sum kurtosis kurtosis_pop lag last
  last_value lead list listagg mad max max_by mean median min min_by mode nth_value ntile percent_rank product quantile
  quantile_cont quantile_disc rank rank_dense regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx
  regr_sxy regr_syy row_number sem skewness stddev stddev_pop stddev_samp string_agg sum sum_no_overflow sumkahan
  var_pop var_samp variance wavg weighted_avg
`;
const allowedFunctions: ReadonlySet<string> = new Set(
  names.split(/\s+/).filter((name) => name !== ''),
);

/** Functions that make rows of their arguments alone. No other function may stand in `from`. */
const allowedTableFunctions: ReadonlySet<string> = new Set(['range', 'generate_series', 'unnest']);

/** Names that are functions where no column has them, so that they need no parentheses. */
const bareFunctions: ReadonlySet<string> = new Set([
  'current_catalog',
  'current_database',
  'current_date',
  'current_role',
  'current_schema',
  'current_time',
  'current_timestamp',
  'current_user',
  'localtime',
  'localtimestamp',
  'session_user',
  'user',
]);

/** A column as the file of its table tells it. */
export interface StoredColumn {
  name: string;
  unit: string | null;
}

/** A database with some tables and nothing else. */
export interface TableDatabase {
  connection: DuckDBConnection;
  /** The columns of each table, by the table's name in lower case. */
  columns: ReadonlyMap<string, readonly StoredColumn[]>;
}

/** The tables that a child keeps, by hash, and the database of its last query. */
interface TableStore {
  has(sha256: string): boolean;
  /** Keeps the Parquet of a table. */
  keep(sha256: string, parquet: Buffer): void;
  /** Opens a database with these tables alone. The one before is closed. */
  open(
    tables: readonly { name: string; sha256: string }[],
    naming: ColumnNaming,
  ): Promise<TableDatabase>;
}

/** Opens the store in a folder that is for this process alone. */
export function openTableStore(folder: string): TableStore {
  let current: { key: string; instance: DuckDBInstance; database: TableDatabase } | null = null;
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A table has no hash');
    return join(folder, `${sha256}.parquet`);
  };
  return {
    has: (sha256) => existsSync(pathOf(sha256)),
    // Nobody may write it again, the queries of this process included.
    keep(sha256, parquet) {
      if (!existsSync(pathOf(sha256))) writeFileSync(pathOf(sha256), parquet, { mode: 0o444 });
    },
    async open(tables, naming) {
      const key = JSON.stringify([naming, tables.map(({ name, sha256 }) => [name, sha256])]);
      if (current?.key === key) return current.database;
      current?.database.connection.closeSync();
      current?.instance.closeSync();
      current = null;
      const instance = await DuckDBInstance.create(':memory:', settings);
      const connection = await instance.connect();
      const columns = new Map<string, StoredColumn[]>();
      for (const { name, sha256 } of tables) {
        columns.set(name.toLowerCase(), await addTable(connection, name, pathOf(sha256), naming));
      }
      const paths = tables.map(({ sha256 }) => quoteText(pathOf(sha256))).join(', ');
      if (tables.length > 0) await connection.run(`set allowed_paths = [${paths}]`);
      await connection.run("set TimeZone = 'UTC'");
      await connection.run('set enable_external_access = false');
      await connection.run('set lock_configuration = true');
      const database = { connection, columns };
      current = { key, instance, database };
      return database;
    },
  };
}

/** One thread, so that sums of doubles and rows without an order are the same each time. */
const settings = {
  threads: '1',
  memory_limit: `${queryLimits.memoryMb}MB`,
  autoload_known_extensions: 'false',
  autoinstall_known_extensions: 'false',
  allow_community_extensions: 'false',
  preserve_insertion_order: 'true',
  temp_directory: '',
};

async function addTable(
  connection: DuckDBConnection,
  name: string,
  path: string,
  naming: ColumnNaming,
): Promise<StoredColumn[]> {
  const file = quoteText(path);
  const found = await connection.runAndReadAll(
    `select decode(value) from parquet_kv_metadata(${file}) where decode(key) = 'columns'`,
  );
  const text = found.getRows()[0]?.[0];
  const stored = typeof text === 'string' ? (JSON.parse(text) as StoredColumn[]) : [];
  const plain = naming === 'plain' ? nameColumns(stored.map((column) => column.name)) : [];
  const columns = stored.map((column, at) => ({ ...column, name: plain[at] ?? column.name }));
  const named = columns.map(
    (column, at) => `${quoteName(stored[at]?.name ?? '')} as ${quoteName(column.name)}`,
  );
  const list = named.length === 0 ? '*' : named.join(', ');
  await connection.run(
    `create view ${quoteName(name)} as select ${list} from read_parquet(${file})`,
  );
  return columns;
}
