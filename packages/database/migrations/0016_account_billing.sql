-- What the payment provider calls the tenant and its subscription. Tickets are drawn before the provider is asked: an
-- answer is written only if no later question has been answered, so a slow one never overwrites a newer state.
alter table platform.subscriptions
  add column customer_id text unique,
  add column external_id text,
  add column tickets_drawn bigint not null default 0,
  add column ticket_written bigint not null default 0;

-- Events of the payment provider that were heeded: a repeated one is not heeded again.
create table platform.billing_events (
  id text not null,
  tenant_id text not null references platform.tenants on delete cascade,
  type text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
call platform.secure_tenant_table('platform.billing_events');

-- Erasing an account goes on from here after a crash. The row outlives its tenant until the work is complete; then it
-- keeps counts only, as the answer for whoever waits, and is deleted.
create table platform.deletion_requests (
  id text primary key,
  tenant_id text unique,
  recipient text,
  tenant_name text,
  had_subscription boolean not null,
  engagements_deleted integer not null default 0,
  deliverables_deleted integer not null default 0,
  runs_deleted integer not null default 0,
  audit_logs_anonymized integer not null default 0,
  requested_at timestamptz not null default now(),
  completed_at timestamptz
);
call platform.secure_tenant_table('platform.deletion_requests');
call platform.allow_system('platform.deletion_requests', 'select, update, delete');

-- Entries of an erased account stay, with nothing in them that tells whose they were (ACC-9). Only work outside any
-- tenant may do it, and only to these columns.
grant select (id, tenant_id, user_id, resource_id) on platform.audit_log to ecp_system;
grant update (tenant_id, user_id, resource_id, metadata, ip_address) on platform.audit_log to ecp_system;
