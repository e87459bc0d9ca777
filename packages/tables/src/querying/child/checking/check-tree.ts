import { QueryRefusedError } from '../../../query-errors.ts';
import { allowedFunctions, allowedTableFunctions, bareFunctions } from './allowed-functions.ts';
import { commonTablesOf, isNode, nodesOf, type TreeNode, textOf, textsOf } from './syntax-tree.ts';

/** The names that a statement may use. */
export interface AllowedNames {
  /** Names of tables in lower case. */
  tables: ReadonlySet<string>;
  /** Names of their columns in lower case. */
  columns: ReadonlySet<string>;
}

/** Deeper statements are refused before they exhaust a stack. */
const maxDepth = 400;

const queryTypes = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const tableTypes = new Set(['EMPTY', 'EXPRESSION_LIST', 'JOIN', 'PIVOT', 'SUBQUERY', 'BASE_TABLE', 'TABLE_FUNCTION']);
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
 * Walks the tree of a query and throws QueryRefusedError for whatever is not known to be harmless: tables that are not
 * given, functions that are not allowed, and every construct that is not listed here.
 */
export function checkTree(query: TreeNode, names: AllowedNames): void {
  visit(query, names.tables, names, 0);
}

function visit(value: unknown, visible: ReadonlySet<string>, names: AllowedNames, depth: number): void {
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
  const inside = queryTypes.has(textOf(value, 'type')) ? seeCommonTables(value, visible, names, depth) : visible;
  for (const [key, one] of Object.entries(value)) {
    // A constant holds data, and the common tables have been visited.
    if (value['class'] === 'CONSTANT' || key === 'cte_map') continue;
    visit(one, inside, names, depth + 1);
  }
}

/** Visits the common tables of a query, each of which sees those before it, and returns what the query itself sees. */
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
  if (path.length === 1 && bareFunctions.has(name) && !columns.has(name)) throw new QueryRefusedError('function', name);
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
  for (const inner of [info['child_type'], ...nodesOf(info['child_types']).map(({ second }) => second)]) {
    if (isNode(inner)) checkType(inner);
  }
}
