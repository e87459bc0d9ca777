/** A column with its unit, as far as it is known. */
interface UnitColumn {
  name: string;
  unit: string | null;
}

/** Columns of tables and common tables by name in lower case. Null where they cannot be told. */
type Scope = ReadonlyMap<string, readonly UnitColumn[] | null>;
interface Relation {
  alias: string;
  columns: readonly UnitColumn[];
}

/** Aggregates whose result has the unit of their argument. */
const keepers = new Set(['sum', 'avg', 'min', 'max']);

/**
 * Returns a result's columns with units, which plain columns and their sum, avg, min and max keep;
 * null if the tree does not tell the columns.
 */
export function traceUnits(query: TreeNode, tables: Scope): readonly UnitColumn[] | null {
  const scope = new Map(tables);
  for (const { name, query: inner } of commonTablesOf(query)) {
    // A recursive one does not know itself yet.
    scope.set(name, null);
    scope.set(name, traceUnits(inner, scope));
  }
  if (query['type'] === 'SELECT_NODE') return traceSelect(query, scope);
  if (query['type'] === 'SET_OPERATION_NODE') return traceBoth(query, scope);
  return null;
}

/** Keeps the units on which both sides of a union agree. */
function traceBoth(
  { left, right, children }: TreeNode,
  scope: Scope,
): readonly UnitColumn[] | null {
  const sides = [left, right, ...nodesOf(children)]
    .filter(isNode)
    .map((side) => traceUnits(side, scope));
  const [first, ...others] = sides;
  if (!first) return null;
  return first.map(({ name, unit }, at) => ({
    name,
    unit: others.every((side) => side?.[at]?.unit === unit) ? unit : null,
  }));
}

function traceSelect(query: TreeNode, scope: Scope): readonly UnitColumn[] | null {
  const relations = isNode(query['from_table']) ? listRelations(query['from_table'], scope) : [];
  const items = nodesOf(query['select_list']).map((item) => {
    if (item['class'] === 'STAR') return relations && expandStar(item, relations);
    const alias = textOf(item, 'alias');
    const name = alias === '' ? (textsOf(item['column_names']).at(-1) ?? '') : alias;
    return [{ name, unit: relations && unitOf(item, relations) }];
  });
  return items.includes(null) ? null : items.flatMap((item) => item ?? []);
}

function expandStar(star: TreeNode, relations: readonly Relation[]): UnitColumn[] | null {
  const isPlain = star['columns'] !== true && !isNode(star['expr']);
  const changes = ['exclude_list', 'replace_list', 'rename_list', 'qualified_exclude_list'];
  if (!isPlain || changes.some((key) => nodesOf(star[key]).length + textsOf(star[key]).length > 0))
    return null;
  const relation = textOf(star, 'relation_name').toLowerCase();
  return relations
    .filter(({ alias }) => relation === '' || alias === relation)
    .flatMap(({ columns }) => columns)
    .slice();
}

function unitOf(expression: TreeNode, relations: readonly Relation[]): string | null {
  const children = nodesOf(expression['children']);
  if (
    expression['class'] === 'FUNCTION' &&
    keepers.has(textOf(expression, 'function_name')) &&
    children[0]
  ) {
    return children.length === 1 ? unitOf(children[0], relations) : null;
  }
  if (expression['class'] !== 'COLUMN_REF') return null;
  const path = textsOf(expression['column_names']).map((name) => name.toLowerCase());
  const [name, relation] = [path.at(-1), path.at(-2)];
  const found = relations
    .filter(({ alias }) => relation === undefined || alias === relation)
    .flatMap(({ columns }) => columns.filter((column) => column.name.toLowerCase() === name));
  const units = new Set(found.map(({ unit }) => unit));
  return units.size === 1 ? (found[0]?.unit ?? null) : null;
}

/** Returns the relations of a `from` with their columns; null if they cannot be told. */
function listRelations(table: TreeNode, scope: Scope): Relation[] | null {
  const alias = textOf(table, 'alias').toLowerCase();
  switch (table['type']) {
    case 'EMPTY':
      return [];
    case 'BASE_TABLE': {
      const name = textOf(table, 'table_name').toLowerCase();
      const columns = scope.get(name);
      return columns ? [{ alias: alias || name, columns: rename(columns, table) }] : null;
    }
    case 'SUBQUERY': {
      const inner = isNode(table['subquery']) ? table['subquery']['node'] : null;
      const columns = isNode(inner) ? traceUnits(inner, scope) : null;
      return columns ? [{ alias, columns: rename(columns, table) }] : null;
    }
    case 'JOIN':
      return joinRelations(table, scope);
    default:
      return null;
  }
}

function joinRelations(join: TreeNode, scope: Scope): Relation[] | null {
  const [left, right] = [join['left'], join['right']].map((side) =>
    isNode(side) ? listRelations(side, scope) : null,
  );
  if (!left || !right || join['ref_type'] === 'NATURAL') return null;
  if (join['join_type'] === 'SEMI' || join['join_type'] === 'ANTI') return left;
  const shared = new Set(textsOf(join['using_columns']).map((name) => name.toLowerCase()));
  const rest = right.map(({ alias, columns }) => ({
    alias,
    columns: columns.filter(({ name }) => !shared.has(name.toLowerCase())),
  }));
  return [...left, ...rest];
}

/** Gives columns the names that an alias such as `t(a, b)` lists. */
function rename(columns: readonly UnitColumn[], table: TreeNode): readonly UnitColumn[] {
  const names = textsOf(table['column_name_alias']);
  return columns.map(({ name, unit }, at) => ({ name: names[at] ?? name, unit }));
}

/**
 * Functions that interpolate or halve: DuckDB cuts their result to the scale of a decimal argument.
 */
const cutting = new Set(['median', 'quantile_cont', 'mad']);
const cuttingLists = new Set(['list_median', 'list_mad']);
/**
 * Limits the arguments of a statement that are looked at, because each may need a reading of it.
 */
const maxWidened = 20;

/**
 * Expressions with a null in the place of an argument, which they make a double, or a list of
 * doubles.
 */
export const wideningSql = 'select null + cast(0 as double), list_concat(null, []::double[])';

/**
 * Makes decimals in medians, quantiles and deviations doubles, so that 50.83 and 50.84 have the
 * median 50.835. `binds` tells whether DuckDB takes the changed query; `templates` are the
 * expressions of `wideningSql`. Null if nothing changes.
 */
export async function widenQuantiles(
  query: TreeNode,
  templates: readonly TreeNode[],
  binds: (query: TreeNode) => Promise<boolean>,
): Promise<TreeNode | null> {
  const copy = structuredClone(query);
  const places = listArguments(copy).slice(0, maxWidened);
  if (places.length === 0) return null;
  const undo = places.map((place) => wrap(place, templates));
  if (await binds(copy)) return copy;
  // One of them is a date or a text.
  for (const takeBack of undo.toReversed()) takeBack();
  let changed = false;
  for (const place of places.length > 1 ? places : []) {
    const takeBack = wrap(place, templates);
    if (await binds(copy)) changed = true;
    else takeBack();
  }
  return changed ? copy : null;
}

/** Wraps an argument in its template. Returns a function that takes the template away. */
function wrap({ holder, key, template }: Argument, templates: readonly TreeNode[]): () => void {
  const argument = holder[key];
  const wrapped = structuredClone(templates[template === 'list' ? 1 : 0]) ?? {};
  const [, ...others] = nodesOf(wrapped['children']);
  holder[key] = { ...wrapped, alias: '', children: [argument, ...others] };
  return () => {
    holder[key] = argument;
  };
}

/** A place of the tree that holds the values of a cutting function. */
interface Argument {
  holder: { [key: string]: unknown };
  key: string;
  template: 'value' | 'list';
}

function listArguments(value: unknown): Argument[] {
  if (Array.isArray(value)) return value.flatMap(listArguments);
  if (!isNode(value)) return [];
  const inner = Object.values(value).flatMap(listArguments);
  const isCall = value['class'] === 'FUNCTION' || value['class'] === 'WINDOW';
  const name = isCall ? textOf(value, 'function_name').toLowerCase() : '';
  if (!cutting.has(name) && !cuttingLists.has(name)) return inner;
  // `percentile_cont(0.5) within group (order by x)` has its values in the order.
  const orders = isNode(value['order_bys']) ? nodesOf(value['order_bys']['orders']) : [];
  const template = cutting.has(name) ? 'value' : 'list';
  const [order] = orders;
  if (name === 'quantile_cont' && order)
    return [...inner, { holder: order, key: 'expression', template }];
  const children = value['children'];
  if (!Array.isArray(children) || children.length === 0) return inner;
  return [...inner, { holder: children as unknown as Argument['holder'], key: '0', template }];
}

/**
 * Tells whether a query's rows have an order: its own, or the table's if it only filters and
 * computes.
 */
export function hasOwnOrder(query: TreeNode): boolean {
  const modifiers = nodesOf(query['modifiers']);
  if (modifiers.some(({ type, orders }) => type === 'ORDER_MODIFIER' && nodesOf(orders).length > 0))
    return true;
  if (query['type'] !== 'SELECT_NODE' || modifiers.some(({ type }) => type === 'DISTINCT_MODIFIER'))
    return false;
  const from = query['from_table'];
  const isSimple =
    isNode(from) && ['BASE_TABLE', 'EMPTY', 'EXPRESSION_LIST'].includes(textOf(from, 'type'));
  const isGrouped =
    nodesOf(query['group_expressions']).length > 0 ||
    query['aggregate_handling'] === 'FORCE_AGGREGATES';
  const commonTables = isNode(query['cte_map']) ? nodesOf(query['cte_map']['map']) : [];
  return isSimple && !isGrouped && commonTables.length === 0 && !hasWindow(query);
}

function hasWindow(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasWindow);
  return isNode(value) && (value['class'] === 'WINDOW' || Object.values(value).some(hasWindow));
}

/** Tells whether two trees are the same but for the places of their parts in the text. */
export function isSameTree(one: unknown, other: unknown): boolean {
  return write(one) === write(other);
}

function write(tree: unknown): string {
  return JSON.stringify(tree, (key, value: unknown) => (key === 'query_location' ? 0 : value));
}

/**
 * Returns the names of the tables that a checked query reads, in lower case and sorted. `known` are
 * all tables.
 */
export function listUsedTables(tree: TreeNode, known: ReadonlySet<string>): string[] {
  const used = new Set<string>();
  const open: unknown[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next.filter((value) => value !== undefined));
    if (!isNode(next)) continue;
    if (next['type'] === 'BASE_TABLE') used.add(textOf(next, 'table_name').toLowerCase());
    open.push(...Object.values(next).filter((value) => value !== undefined));
  }
  return [...used].filter((name) => known.has(name)).sort();
}

/**
 * A node of the tree that DuckDB's `json_serialize_sql` gives: a query, a table reference, an
 * expression, a type.
 */
export interface TreeNode {
  [key: string]: unknown;
}

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the nodes of a list; an empty list for anything else. */
export function nodesOf(value: unknown): TreeNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Returns a text of a node; an empty text where there is none. */
export function textOf(node: TreeNode, key: string): string {
  const value = node[key];
  return typeof value === 'string' ? value : '';
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Returns the common table expressions of a query in their order. */
export function commonTablesOf(
  query: TreeNode,
): { name: string; query: TreeNode; isRecursive: boolean }[] {
  const map = isNode(query['cte_map']) ? nodesOf(query['cte_map']['map']) : [];
  return map.flatMap(({ key, value }) => {
    const inner = isNode(value) && isNode(value['query']) ? value['query']['node'] : null;
    if (typeof key !== 'string' || !isNode(inner)) return [];
    return [
      {
        name: key.toLowerCase(),
        query: inner,
        isRecursive: inner['type'] === 'RECURSIVE_CTE_NODE',
      },
    ];
  });
}
