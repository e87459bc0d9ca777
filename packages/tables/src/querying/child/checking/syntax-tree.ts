/** A node of the tree that DuckDB's `json_serialize_sql` gives: a query, a table reference, an expression, a type. */
export interface TreeNode {
  [key: string]: unknown;
}

/** Tells whether a value is a node. */
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

/** Returns the texts of a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Returns the common table expressions of a query in their order. */
export function commonTablesOf(query: TreeNode): { name: string; query: TreeNode; isRecursive: boolean }[] {
  const map = isNode(query['cte_map']) ? nodesOf(query['cte_map']['map']) : [];
  return map.flatMap(({ key, value }) => {
    const inner = isNode(value) && isNode(value['query']) ? value['query']['node'] : null;
    if (typeof key !== 'string' || !isNode(inner)) return [];
    return [{ name: key.toLowerCase(), query: inner, isRecursive: inner['type'] === 'RECURSIVE_CTE_NODE' }];
  });
}
