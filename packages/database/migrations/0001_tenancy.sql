-- Roles: tenant connections run as ecp_tenant and see one tenant's rows; ecp_system sees the few tables that must be
-- read before the tenant is known (sign-in, keys) or across tenants (background work). Neither owns a table.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['ecp_tenant', 'ecp_system'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    -- Before Postgres 16, every member of a role may set it.
    if not pg_has_role(current_user, wanted,
        case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end) then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end
$$;

create schema platform;
create schema engine;
grant usage on schema platform, engine to ecp_tenant, ecp_system;

-- The tenant of this transaction; null when none is set, so that every comparison fails.
create function platform.current_tenant_id() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '');

-- Stamps the floor on a table: row-level security, forced, one policy for the tenant; rights for the tenant role.
create procedure platform.secure_tenant_table(target regclass, tenant_column text default 'tenant_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s to ecp_tenant using (%I = platform.current_tenant_id()) with check (%I = platform.current_tenant_id())',
    target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to ecp_tenant', target);
end
$$;

-- Opens a table to work that is not bound to one tenant.
create procedure platform.allow_system(target regclass, rights text) language plpgsql as $$
begin
  execute format('create policy system_rows on %s to ecp_system using (true) with check (true)', target);
  execute format('grant %s on %s to ecp_system', rights, target);
end
$$;

create table platform.tenants (
  id text primary key,
  name text not null,
  slug text not null unique,
  plan text not null default 'starter' check (plan in ('starter', 'professional', 'enterprise')),
  created_at timestamptz not null default now()
);
call platform.secure_tenant_table('platform.tenants', 'id');
call platform.allow_system('platform.tenants', 'select, insert, update');

create table platform.users (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  email text not null check (email = lower(email)),
  name text,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  password_hash text,
  -- Set when a mailed link was followed: only then are rows of one email joined (AUT-10).
  email_verified_at timestamptz,
  invited_by text,
  last_login_at timestamptz,
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, email)
);
create index users_email on platform.users (email);
create unique index users_one_owner on platform.users (tenant_id) where role = 'owner';
call platform.secure_tenant_table('platform.users');
call platform.allow_system('platform.users', 'select, insert, update');

create table platform.subscriptions (
  tenant_id text primary key references platform.tenants on delete cascade,
  provider text not null check (provider in ('local', 'stripe')),
  status text not null check (status in ('active', 'past_due', 'canceled', 'none')),
  plan text not null check (plan in ('starter', 'professional', 'enterprise')),
  current_period_end timestamptz,
  updated_at timestamptz not null default now()
);
call platform.secure_tenant_table('platform.subscriptions');
call platform.allow_system('platform.subscriptions', 'select, insert, update');

create table platform.sessions (
  -- SHA-256 of the cookie's token: a stolen table signs nobody in.
  token_hash bytea primary key,
  tenant_id text not null,
  user_id text not null,
  ip_address text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index sessions_user on platform.sessions (tenant_id, user_id);
create index sessions_expiry on platform.sessions (expires_at);
call platform.secure_tenant_table('platform.sessions');
call platform.allow_system('platform.sessions', 'select, insert, update, delete');

create table platform.email_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('magic_link', 'invitation', 'password_reset')),
  tenant_id text not null,
  user_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index email_tokens_user on platform.email_tokens (tenant_id, user_id);
call platform.secure_tenant_table('platform.email_tokens');
call platform.allow_system('platform.email_tokens', 'select, insert, update, delete');

-- Entries outlive their tenant: erasing an account sets tenant and user to null (ACC-9).
create table platform.audit_log (
  id text primary key,
  tenant_id text,
  user_id text,
  action text not null,
  resource_type text not null,
  resource_id text,
  metadata json not null default '{}',
  ip_address text,
  created_at timestamptz not null default clock_timestamp()
);
create index audit_log_tenant on platform.audit_log (tenant_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.audit_log');
call platform.allow_system('platform.audit_log', 'insert');
