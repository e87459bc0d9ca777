-- The bytes that a tenant's rows take as stored, compressed where Postgres compresses them, in every table of the
-- platform (BIL-9). It reads row headers and the sizes of texts, but no text. Two things are no choice of the tenant and
-- do not count: the audit log, and a deletion in progress.
create function platform.measure_records(tenant text) returns bigint language plpgsql stable as $$
declare
  -- Stands for the fixed columns, the row header and index entries.
  row_bytes constant integer := 100;
  counted record;
  part bigint;
  total bigint := 0;
begin
  for counted in
    select c.oid::regclass as table_name, string_agg(format('coalesce(sum(pg_column_size(%I)), 0)', a.attname), ' + ') as sizes
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attlen = -1
    where c.relnamespace = 'platform'::regnamespace and c.relkind = 'r'
      and c.relname not in ('audit_heads', 'audit_links', 'audit_log', 'deletion_requests')
      and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
    group by c.oid
  loop
    execute format('select %s + %s * count(*) from %s where tenant_id = $1', counted.sizes, row_bytes, counted.table_name)
      into part using tenant;
    total := total + part;
  end loop;
  return total;
end
$$;
