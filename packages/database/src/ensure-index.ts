import type pg from 'pg';

/**
 * Makes an index of a table that others write meanwhile, unless it is there. `definition` is SQL: the columns, and
 * the condition of a partial index. It waits for older transactions, so `client` must have no limit of time. Replaces the invalid index that a start leaves that was killed in the middle.
 */
export async function ensureIndex(
  client: pg.ClientBase,
  table: string,
  name: string,
  definition: string,
): Promise<void> {
  const { rows } = await client.query<{ index: string; valid: boolean }>(
    `select i.indexrelid::regclass::text as index, i.indisvalid as valid
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass and c.relname = $2`,
    [table, name],
  );
  const [found] = rows;
  if (found?.valid) return;
  if (found) await client.query(`drop index concurrently ${found.index}`);
  await client.query(`create index concurrently ${name} on ${table} ${definition}`);
}
