import { isNode, nodesOf, type TreeNode, textOf } from './syntax-tree.ts';

/**
 * Tells whether the rows of a query have an order: one that it asks for, or that of the table's rows, where it only
 * filters and computes. Groups, joins, unions and windows leave the order to the engine.
 */
export function hasOwnOrder(query: TreeNode): boolean {
  const modifiers = nodesOf(query['modifiers']);
  if (modifiers.some(({ type, orders }) => type === 'ORDER_MODIFIER' && nodesOf(orders).length > 0)) return true;
  if (query['type'] !== 'SELECT_NODE' || modifiers.some(({ type }) => type === 'DISTINCT_MODIFIER')) return false;
  const from = query['from_table'];
  const isSimple = isNode(from) && ['BASE_TABLE', 'EMPTY', 'EXPRESSION_LIST'].includes(textOf(from, 'type'));
  const isGrouped =
    nodesOf(query['group_expressions']).length > 0 || query['aggregate_handling'] === 'FORCE_AGGREGATES';
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
