import { isNode, type TreeNode, textOf } from './syntax-tree.ts';

/** Returns the names of the tables that a checked query reads, in lower case and sorted. `known` are all tables. */
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
