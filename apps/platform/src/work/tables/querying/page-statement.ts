import type { TableColumn } from '@ecp/contract/work/tables';

/**
 * Returns a statement that reads rows of a table in the order of its file. Rows without an order of their own would be
 * ordered by their values, so they are numbered in the order in which they are stored.
 */
export function selectPage(
  { name, columns }: { name: string; columns: readonly TableColumn[] },
  { limit, offset }: { limit: number; offset: number },
): string {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()));
  let number = 'row';
  while (taken.has(number)) number += '_';
  const page = `select * from "${name}" limit ${limit} offset ${offset}`;
  const numbered = `select *, row_number() over () as "${number}" from (${page})`;
  return `select * exclude ("${number}") from (${numbered}) order by "${number}"`;
}
