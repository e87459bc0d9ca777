-- Durable work of both services (docs/decisions/durable-work.md). A row without an owner waits; one with an owner is
-- executed by that process life. Whoever ends the lease of a dead owner lets its work wait again in the same transaction.
create table platform.works (
  service text not null check (service in ('engine', 'platform')),
  id text not null,
  kind text not null,
  queue text not null,
  -- Works of one lane wait for each other, and for no other lane. Empty in a queue without lanes.
  lane text not null,
  -- Null once the work has ended, because mails contain addresses and names.
  input json,
  owner text,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  failing_since timestamptz,
  ended_at timestamptz,
  primary key (service, id)
) with (fillfactor = 70);
alter table platform.works enable row level security;
alter table platform.works force row level security;
call platform.allow_system('platform.works', 'select, insert, update, delete');
create index works_by_lane on platform.works (service, queue, lane, due_at) where owner is null and ended_at is null;
create index works_by_time on platform.works (service, queue, due_at) where owner is null and ended_at is null;
create index works_by_owner on platform.works (service, owner) where owner is not null;
create index works_by_end on platform.works (service, ended_at) where ended_at is not null;

-- Adds work in the transaction of its cause, for a tenant that may not read the table. An id that exists is not added again.
create function platform.enqueue_work(
  service text, id text, kind text, queue text, lane text, input json, wait_ms double precision
) returns void language sql volatile strict security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into platform.works (service, id, kind, queue, lane, input, due_at)
    values (service, id, kind, queue, lane, input, now() + make_interval(secs => wait_ms / 1000))
    on conflict do nothing;
end;
revoke execute on function platform.enqueue_work(text, text, text, text, text, json, double precision) from public;
grant execute on function platform.enqueue_work(text, text, text, text, text, json, double precision)
  to ecp_tenant, ecp_system;
grant create on schema platform to ecp_system;
alter function platform.enqueue_work(text, text, text, text, text, json, double precision) owner to ecp_system;
revoke create on schema platform from ecp_system;
