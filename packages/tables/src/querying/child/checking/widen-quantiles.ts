import { isNode, nodesOf, type TreeNode, textOf } from './syntax-tree.ts';

/** Functions that interpolate or halve: DuckDB cuts their result to the scale of a decimal argument. */
const cutting = new Set(['median', 'quantile_cont', 'mad']);
const cuttingLists = new Set(['list_median', 'list_mad']);
/** Most arguments of a statement that are looked at, because each may need a reading of it. */
const maxWidened = 20;

/** Expressions with a null in the place of an argument, which they make a double, or a list of doubles. */
export const wideningSql = 'select null + cast(0 as double), list_concat(null, []::double[])';

/**
 * Makes the decimals that a query takes medians, quantiles and deviations of doubles, so that 50.83 and 50.84 have the
 * median 50.835. `binds` tells whether DuckDB takes a changed query: it takes no other type in these expressions, so
 * dates and texts stay as they are. `templates` are the expressions of `wideningSql`. Returns the changed query, or null
 * if nothing changes.
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
  if (name === 'quantile_cont' && order) return [...inner, { holder: order, key: 'expression', template }];
  const children = value['children'];
  if (!Array.isArray(children) || children.length === 0) return inner;
  return [...inner, { holder: children as unknown as Argument['holder'], key: '0', template }];
}
