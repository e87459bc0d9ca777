-- The tenant's own templates; the system's are shipped with the service.
create table platform.templates (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  slug text not null,
  description text not null,
  brief text not null,
  budget_nano_usd bigint not null check (budget_nano_usd > 0),
  -- json, not jsonb: fields and their order are kept as given.
  tasks json not null,
  options json not null,
  created_by text,
  created_at timestamptz not null default now(),
  -- Lets a page of the list end before it grows too large, without reading the texts themselves.
  size_bytes integer not null generated always as
    (octet_length(description) + octet_length(brief) + octet_length(tasks::text) + octet_length(options::text)) stored
);
create index templates_list on platform.templates (tenant_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.templates');
