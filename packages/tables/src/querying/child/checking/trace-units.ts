import { commonTablesOf, isNode, nodesOf, type TreeNode, textOf, textsOf } from './syntax-tree.ts';

/** A column with its unit, as far as it is known. */
export interface UnitColumn {
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
 * Returns the columns of a query's result with their units: a plain column, or sum, avg, min or max of one, keeps its
 * unit; all else has none. Null if the columns cannot be told from the tree.
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
function traceBoth({ left, right, children }: TreeNode, scope: Scope): readonly UnitColumn[] | null {
  const sides = [left, right, ...nodesOf(children)].filter(isNode).map((side) => traceUnits(side, scope));
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
  if (!isPlain || changes.some((key) => nodesOf(star[key]).length + textsOf(star[key]).length > 0)) return null;
  const relation = textOf(star, 'relation_name').toLowerCase();
  return relations
    .filter(({ alias }) => relation === '' || alias === relation)
    .flatMap(({ columns }) => columns)
    .slice();
}

function unitOf(expression: TreeNode, relations: readonly Relation[]): string | null {
  const children = nodesOf(expression['children']);
  if (expression['class'] === 'FUNCTION' && keepers.has(textOf(expression, 'function_name')) && children[0]) {
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
  const [left, right] = [join['left'], join['right']].map((side) => (isNode(side) ? listRelations(side, scope) : null));
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
