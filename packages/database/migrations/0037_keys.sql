-- Which secret of the installation encrypted a webhook's secret: its id is what the text begins with. Texts of earlier
-- releases name none. Background work finds the tenants whose rows need another secret, and no more of them.
alter table platform.webhook_secrets add column key_id text not null generated always as (left(sealed, 12)) stored;
create index webhook_secrets_key on platform.webhook_secrets (key_id, tenant_id);
call platform.allow_system('platform.webhook_secrets', 'select (tenant_id, key_id)');

-- The key of a tenant's stored files. It is deleted with the tenant, and then no copy of a file can be read.
create table platform.tenant_keys (
  tenant_id text primary key references platform.tenants on delete cascade,
  -- Encrypted by `master`, for this tenant only.
  wrapped bytea not null,
  -- `local:<id of a secret>` or `kms:<id of a key>`.
  master text not null,
  created_at timestamptz not null default now()
);
create index tenant_keys_master on platform.tenant_keys (master, tenant_id);
call platform.secure_tenant_table('platform.tenant_keys');
call platform.allow_system('platform.tenant_keys', 'select (tenant_id, master)');

-- The key of an encrypted file says so. Those of earlier releases are plain until background work has encrypted them.
alter table platform.attachments
  add column stored_plain boolean not null generated always as (right(storage_key, 4) <> '.enc') stored;
create index attachments_plain on platform.attachments (tenant_id, id) where stored_plain;
call platform.allow_system('platform.attachments', 'select (id, tenant_id, stored_plain)');
