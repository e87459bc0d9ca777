-- Where a tenant wants its events sent.
create table platform.webhook_endpoints (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  url text not null,
  events text[] not null default '{}',
  enabled boolean not null default true,
  description text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id)
);
create index webhook_endpoints_list on platform.webhook_endpoints (tenant_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.webhook_endpoints');

-- Secrets that sign: the newest, and those it has replaced until they expire. Encrypted under the installation's key.
create table platform.webhook_secrets (
  id text primary key,
  tenant_id text not null,
  endpoint_id text not null,
  sealed text not null,
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, endpoint_id) references platform.webhook_endpoints (tenant_id, id) on delete cascade
);
create index webhook_secrets_endpoint on platform.webhook_secrets (tenant_id, endpoint_id, created_at desc);
call platform.secure_tenant_table('platform.webhook_secrets');

-- One event for one endpoint.
create table platform.webhook_deliveries (
  id text primary key,
  tenant_id text not null,
  endpoint_id text not null,
  event text not null,
  -- The exact text of each attempt.
  body text not null,
  -- Number of the attempt that is enqueued; null: none, it has arrived or was given up.
  due_attempt integer,
  -- The attempt that the waits are counted from: 1, or that of the latest redelivery.
  first_attempt integer not null default 1,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references platform.webhook_endpoints (tenant_id, id) on delete cascade
);
create index webhook_deliveries_endpoint on platform.webhook_deliveries (tenant_id, endpoint_id);
create index webhook_deliveries_age on platform.webhook_deliveries (created_at);
call platform.secure_tenant_table('platform.webhook_deliveries');
call platform.allow_system('platform.webhook_deliveries', 'select, update, delete');

create table platform.webhook_attempts (
  id text primary key,
  tenant_id text not null,
  endpoint_id text not null,
  delivery_id text not null,
  attempt integer not null,
  status_code integer,
  response_body text,
  duration_ms integer not null,
  error text,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, delivery_id, attempt),
  -- None to the endpoint: attempts go with their delivery, so that no two deletes wait for each other.
  foreign key (tenant_id, delivery_id) references platform.webhook_deliveries (tenant_id, id) on delete cascade
);
create index webhook_attempts_list on platform.webhook_attempts (tenant_id, endpoint_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.webhook_attempts');

-- Deleted by age, in batches that skip locked rows: that takes the right to update.
create index outbox_events_age on platform.outbox_events (created_at);
call platform.allow_system('platform.outbox_events', 'select, update, delete');
