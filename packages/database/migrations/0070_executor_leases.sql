-- Ownership of durable work. A process renews the row of its executor id, which is new for each process life. Whoever
-- deletes an expired row in one transaction with handing on its work has taken that work over
-- (docs/decisions/ownership-by-lease.md). The table has a few rows only, so it has no further index.
create table platform.executor_leases (
  executor_id text primary key,
  service text not null check (service in ('engine', 'platform')),
  -- The process on its machine, so that another one there sees its end at once. Null where the system does not tell.
  machine text,
  pid integer not null,
  process_start text,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
) with (fillfactor = 50);
alter table platform.executor_leases enable row level security;
alter table platform.executor_leases force row level security;
call platform.allow_system('platform.executor_leases', 'select, insert, update, delete');

-- Is the work of this executor in hands? Processes of the release before hold an advisory lock on the number in their id.
create function platform.executor_lives(id text) returns boolean language sql stable
begin atomic
  select exists (select from platform.executor_leases where executor_id = id)
    or exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint = case split_part(id, '-', 1) when 'engine' then 7305201 when 'platform' then 7305202 end
        and objid::text = split_part(id, '-', 2));
end;
revoke execute on function platform.executor_lives(text) from public;
grant execute on function platform.executor_lives(text) to ecp_system;

-- Begins each transaction of an executor. Its shared lock lasts until the transaction ends, and a takeover takes the lock
-- alone: what an executor writes is either committed before the takeover, or refused. A lock on the row would make each
-- read a write, with a record in the log of the database.
create function platform.require_lease(id text) returns void language plpgsql volatile strict security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7305204, hashtext(id));
  if not exists (select from platform.executor_leases where executor_id = id) then
    raise exception 'Another process has taken over the work of %', id using errcode = 'EL001';
  end if;
end
$$;
revoke execute on function platform.require_lease(text) from public;
grant execute on function platform.require_lease(text) to ecp_tenant;
grant create on schema platform to ecp_system;
alter function platform.require_lease(text) owner to ecp_system;
revoke create on schema platform from ecp_system;
