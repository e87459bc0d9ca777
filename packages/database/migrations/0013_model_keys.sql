-- The keys of model providers that a tenant has brought, one for each provider.
create table platform.model_keys (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  provider text not null,
  -- The key, encrypted with the tenant's key, for this row only.
  sealed bytea not null,
  last4 text not null,
  -- Null for the provider's own address.
  base_url text,
  -- Null for all models of the provider.
  models text[],
  created_by text,
  created_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  -- When the provider refused it; null if it has not.
  refused_at timestamptz,
  unique (tenant_id, id),
  unique (tenant_id, provider)
);
call platform.secure_tenant_table('platform.model_keys');

-- What a tenant's own models did is learned apart from what the installation's models of the same name did.
alter table engine.routing_decisions add column own_models boolean not null default false;
alter table engine.model_failures add column own_models boolean not null default false;

-- A provider that refuses a tenant's key is told to the admins.
alter table platform.notices drop constraint notices_kind_check;
alter table platform.notices add constraint notices_kind_check check (kind in ('run_completed', 'run_failed',
  'question_asked', 'update_proposed', 'grid_completed', 'owner_assigned', 'client_comment', 'client_answer',
  'client_decision', 'model_key_refused'));
