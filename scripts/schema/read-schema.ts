import type pg from 'pg';

/** A table with the statements that define it, as Postgres writes them. */
export interface TableSchema {
  /** Name of the table with its schema. */
  name: string;
  /** Columns in order, then constraints by kind and name. */
  lines: string[];
  /** Indexes, row-level security, policies, triggers and grants. */
  statements: string[];
}

/** The tables and functions that the migrations have created. */
export interface DatabaseSchema {
  functions: string[];
  tables: TableSchema[];
}

/** Runs one statement and returns the texts that it selects. */
type ReadTexts = (text: string, values?: unknown[]) => Promise<string[]>;

const schemas = `('platform', 'engine')`;

/** Reads the tables and functions of our schemas from the system catalogue of a migrated database. */
export async function readSchema(client: pg.ClientBase): Promise<DatabaseSchema> {
  const texts: ReadTexts = async (text, values = []) => {
    const { rows } = await client.query<[string]>({ text, values, rowMode: 'array' });
    return rows.map(([value]) => value);
  };
  const functions = await texts(`select pg_get_functiondef(p.oid) from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${schemas} order by n.nspname desc, p.proname`);
  const names = await texts(`select format('%I.%I', n.nspname, c.relname) from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${schemas} and c.relkind in ('r', 'p') order by n.nspname desc, c.relname`);
  const tables: TableSchema[] = [];
  for (const name of names) tables.push(await readTable(texts, name));
  return { functions, tables };
}

async function readTable(texts: ReadTexts, name: string): Promise<TableSchema> {
  const of = (text: string) => texts(text, [name]);
  const columns = await of(`select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'NOT NULL' end,
      case when a.attgenerated <> '' then 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
        when a.attidentity <> '' then 'GENERATED ' || case a.attidentity when 'a' then 'ALWAYS' else 'BY DEFAULT' end
          || ' AS IDENTITY'
        else 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) end)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`);
  // Constraints of kind n are the NOT NULL constraints of columns.
  const constraints = await of(`select format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
    where conrelid = $1::regclass and contype in ('p', 'u', 'f', 'c', 'x')
    order by array_position(array['p', 'u', 'f', 'c', 'x'], contype::text), conname`);
  const indexes = await of(`select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid
      and conrelid = i.indrelid) order by c.relname`);
  const security = await of(`select format('ALTER TABLE %s %s ROW LEVEL SECURITY', $1::text, word) from pg_class,
      lateral (values ('ENABLE', relrowsecurity), ('FORCE', relforcerowsecurity)) as set (word, is_set)
    where oid = $1::regclass and is_set`);
  const policies = await of(`select concat('CREATE POLICY ', quote_ident(polname), ' ON ', $1::text,
      case polcmd when '*' then '' else ' FOR ' || (array['SELECT', 'INSERT', 'UPDATE', 'DELETE'])[
        position(polcmd::text in 'rawd')] end,
      ' TO ', (select string_agg(r::regrole::text, ', ' order by r::regrole::text) from unnest(polroles) as r),
      ' USING (' || pg_get_expr(polqual, polrelid) || ')',
      ' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')')
    from pg_policy where polrelid = $1::regclass order by polname`);
  const triggers = await of(`select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = $1::regclass and not tgisinternal order by tgname`);
  return {
    name,
    lines: [...columns, ...constraints],
    statements: [...indexes, ...security, ...policies, ...triggers, ...(await readGrants(of, name))],
  };
}

/** Reads the grants on the table and on single columns, without those of the owner. */
function readGrants(of: (text: string) => Promise<string[]>, name: string): Promise<string[]> {
  const grantees = `grantee <> (select relowner from pg_class where oid = $1::regclass)`;
  return of(`select format('GRANT %s ON ${name} TO %s', string_agg(privilege || columns, ', ' order by privilege),
      grantee::regrole)
    from (
      select grantee, privilege_type as privilege, '' as columns
      from pg_class, aclexplode(relacl) where oid = $1::regclass and ${grantees}
      union all
      select grantee, privilege_type, ' (' || string_agg(quote_ident(attname), ', ' order by attnum) || ')'
      from pg_attribute, aclexplode(attacl) where attrelid = $1::regclass and ${grantees} group by 1, 2
    ) as rights group by grantee order by grantee::regrole::text`);
}
