-- First answers of requests with an Idempotency-Key, for 24 hours. A row without an answer is a claim: somebody is at work.
create table platform.idempotency_keys (
  tenant_id text not null references platform.tenants on delete cascade,
  -- `user:<id>` or `key:<id>`: callers do not share keys.
  caller text not null,
  key text not null,
  -- Of method, address and body, keyed with the installation's secret.
  fingerprint bytea not null,
  claim_id text not null,
  -- A claim whose time is over belongs to a dead process, and may be taken over.
  claimed_until timestamptz not null,
  status smallint,
  -- Encrypted: answers may hold a secret that is shown once.
  sealed_answer bytea,
  created_at timestamptz not null default now(),
  primary key (tenant_id, caller, key),
  check ((status is null) = (sealed_answer is null))
);
create index idempotency_keys_age on platform.idempotency_keys (created_at);
call platform.secure_tenant_table('platform.idempotency_keys');
call platform.allow_system('platform.idempotency_keys', 'select, delete');
