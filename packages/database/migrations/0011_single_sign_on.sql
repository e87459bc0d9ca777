-- A tenant's connection to the provider that signs its people in (docs/decisions/single-sign-on.md).
create table platform.sso_connections (
  -- Part of the addresses that a SAML provider knows, so it stays when the connection changes.
  id text primary key,
  tenant_id text not null unique references platform.tenants on delete cascade,
  kind text not null check (kind in ('oidc', 'saml')),
  issuer text,
  client_id text,
  -- The client's secret, encrypted with a key of the installation, for this row only.
  sealed text,
  -- The secret of the installation that encrypted it.
  key_id text generated always as (left(sealed, 12)) stored,
  metadata_url text,
  metadata text,
  enforced boolean not null,
  default_role text not null check (default_role in ('admin', 'member', 'viewer')),
  -- [{group, role}]
  group_roles json not null,
  -- Counts changes, so that a sign-in that began before one does not end after it.
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  constraint sso_connections_oidc check ((kind = 'oidc') = (num_nonnulls(issuer, client_id, sealed) = 3)),
  constraint sso_connections_saml check ((kind = 'saml') = (num_nonnulls(metadata_url, metadata) = 1))
);
create index sso_connections_key on platform.sso_connections (key_id, tenant_id);
call platform.secure_tenant_table('platform.sso_connections');
call platform.allow_system('platform.sso_connections', 'select');

-- The domains of a connection. Any tenant may name a domain; one of them proves it.
create table platform.sso_domains (
  tenant_id text not null,
  connection_id text not null,
  -- As canonical addresses have it: ASCII, in lower case.
  domain text not null,
  token text not null,
  verified_at timestamptz,
  primary key (tenant_id, domain),
  foreign key (tenant_id, connection_id) references platform.sso_connections (tenant_id, id) on delete cascade
);
create unique index sso_domains_proved on platform.sso_domains (domain) where verified_at is not null;
call platform.secure_tenant_table('platform.sso_domains');
-- Who proves a domain takes it from the tenant whose record is gone.
call platform.allow_system('platform.sso_domains', 'select, update');

-- Sign-ins that wait for the provider's answer. They belong to a browser, count once, and end with their connection.
create table platform.sso_sign_ins (
  -- SHA-256 of the state. What else belongs to a sign-in follows from the cookie of its browser.
  state_hash bytea primary key,
  tenant_id text not null,
  connection_id text not null,
  revision integer not null,
  expires_at timestamptz not null,
  foreign key (tenant_id, connection_id) references platform.sso_connections (tenant_id, id) on delete cascade
);
create index sso_sign_ins_expiry on platform.sso_sign_ins (expires_at);
create index sso_sign_ins_connection on platform.sso_sign_ins (tenant_id, connection_id);
call platform.secure_tenant_table('platform.sso_sign_ins');
call platform.allow_system('platform.sso_sign_ins', 'select, insert, delete');

-- The session began with the provider of its tenant, which has asked for its own second factor.
alter table platform.sessions add column sso boolean not null default false;
-- When the provider of the tenant first vouched for the person.
alter table platform.users add column sso_entered_at timestamptz;

-- Whether an address must come through the provider of a tenant.
create function platform.requires_sso(for_tenant text, address text) returns boolean language sql stable
  return exists (
    select from platform.sso_connections c
    join platform.sso_domains d on d.tenant_id = c.tenant_id and d.connection_id = c.id
    where c.tenant_id = for_tenant and c.enforced and d.verified_at is not null
      and d.domain = split_part(address, '@', 2));
