-- The entries of a tenant form a chain: each link commits to the content of its entry and to the link before it, so that
-- an entry that is changed, removed, moved or slipped in breaks the chain (AUD-5).

-- Entry count and last hash of each chain. The chain of an erased tenant keeps its row, without the tenant.
create table platform.audit_heads (
  id text primary key default gen_random_uuid()::text,
  tenant_id text unique,
  entries bigint not null default 0,
  head text not null default ''
);

create table platform.audit_links (
  -- No foreign key, because the link must outlast an entry that somebody removes.
  entry_id text primary key,
  tenant_id text,
  chain_id text not null,
  position bigint not null,
  -- Erased together with the names that it salts.
  salt text,
  committed text not null,
  hash text not null,
  unique (tenant_id, chain_id, position)
);

create function platform.hash_text(content text) returns text language sql immutable parallel safe
  return encode(sha256(convert_to(content, 'UTF8')), 'hex');

create function platform.hash_name(salt text, field text, name json) returns text language sql immutable parallel safe
  return platform.hash_text(salt || E'\n' || field || E'\n' || coalesce(name::text, 'null'));

-- The values that erasing an account removes (ACC-9), as salted hashes. The id of the resource is one of them where the
-- resource is a person or the tenant.
create function platform.audit_names(entry platform.audit_log, salt text) returns json language sql stable parallel safe
  return json_build_object(
    'tenantId', platform.hash_name(salt, 'tenantId', to_json(entry.tenant_id)),
    'userId', platform.hash_name(salt, 'userId', to_json(entry.user_id)),
    'resourceId', platform.hash_name(salt, 'resourceId',
      case when entry.resource_type = 'user' or entry.resource_id = entry.tenant_id then to_json(entry.resource_id) end),
    'metadata', platform.hash_name(salt, 'metadata', entry.metadata),
    'ipAddress', platform.hash_name(salt, 'ipAddress', to_json(entry.ip_address)));

-- What a link commits to: its place and all of the entry.
create function platform.audit_committed(entry platform.audit_log, place bigint, names json) returns text
language sql stable parallel safe
  return json_build_object(
    'position', place, 'id', entry.id,
    'createdAt', to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'action', entry.action, 'resourceType', entry.resource_type,
    'resourceId',
      case when entry.resource_type = 'user' or entry.resource_id = entry.tenant_id then null else entry.resource_id end,
    'names', names)::text;

create function platform.chain_audit_entry() returns trigger language plpgsql as $$
declare
  salt constant text := gen_random_uuid()::text;
  -- Made before the head is locked, so that other changes of the tenant wait less.
  names constant json := platform.audit_names(new, salt);
  chain platform.audit_heads;
  committed text;
begin
  loop
    select * into chain from platform.audit_heads where tenant_id = new.tenant_id for no key update;
    exit when found;
    insert into platform.audit_heads (tenant_id) values (new.tenant_id) on conflict (tenant_id) do nothing;
  end loop;
  chain.entries := chain.entries + 1;
  committed := platform.audit_committed(new, chain.entries, names);
  chain.head := platform.hash_text(chain.head || E'\n' || committed);
  insert into platform.audit_links (entry_id, tenant_id, chain_id, position, salt, committed, hash)
    values (new.id, new.tenant_id, chain.id, chain.entries, salt, committed, chain.head);
  update platform.audit_heads set entries = chain.entries, head = chain.head where id = chain.id;
  return null;
end
$$;

-- Earlier entries are chained in the order of their times, and each head is written once. Row-level security is forced
-- on the owner, too.
alter table platform.audit_log no force row level security;
do $$
declare
  entry platform.audit_log;
  chain platform.audit_heads;
  salt text;
  committed text;
begin
  for entry in select * from platform.audit_log where tenant_id is not null order by tenant_id, created_at, id loop
    if chain.tenant_id is distinct from entry.tenant_id then
      if chain.tenant_id is not null then insert into platform.audit_heads select chain.*; end if;
      chain := (gen_random_uuid()::text, entry.tenant_id, 0, '');
    end if;
    salt := gen_random_uuid()::text;
    chain.entries := chain.entries + 1;
    committed := platform.audit_committed(entry, chain.entries, platform.audit_names(entry, salt));
    chain.head := platform.hash_text(chain.head || E'\n' || committed);
    insert into platform.audit_links (entry_id, tenant_id, chain_id, position, salt, committed, hash)
      values (entry.id, entry.tenant_id, chain.id, chain.entries, salt, committed, chain.head);
  end loop;
  if chain.tenant_id is not null then insert into platform.audit_heads select chain.*; end if;
end
$$;
alter table platform.audit_log force row level security;

-- Deferred to the commit, so that the tenant's head is the last lock that a transaction takes and the first to go.
create constraint trigger chain_audit_entry after insert on platform.audit_log
  deferrable initially deferred for each row when (new.tenant_id is not null)
  execute function platform.chain_audit_entry();

call platform.secure_tenant_table('platform.audit_heads');
call platform.allow_system('platform.audit_heads', 'select, insert, update');
call platform.secure_tenant_table('platform.audit_links');
revoke update, delete on platform.audit_links from ecp_tenant;
call platform.allow_system('platform.audit_links', 'insert');
grant select (entry_id, tenant_id), update (tenant_id, salt) on platform.audit_links to ecp_system;
