import type pg from 'pg';

/** Checks each foreign key of the schemas. Throws when a row refers to nothing. */
export async function checkForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; statement: string }>(selectChecks);
  for (const { name, statement } of rows) {
    const { rowCount } = await client.query(statement);
    if (rowCount !== 0) throw new Error(`Rows break the foreign key ${name}`);
  }
}

const selectChecks = `
  select c.conname as name, format('select from %s f where %s and not exists (select from %s t where %s) limit 1',
    c.conrelid::regclass, string_agg(format('f.%I is not null', a.attname), ' and '), c.confrelid::regclass,
    string_agg(format('t.%I = f.%I', b.attname, a.attname), ' and ')) as statement
  from pg_constraint c
  cross join lateral unnest(c.conkey, c.confkey) as k (own, other)
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
  join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
  where c.contype = 'f' and c.connamespace in ('platform'::regnamespace, 'engine'::regnamespace)
  group by c.oid, c.conname, c.conrelid, c.confrelid`;
