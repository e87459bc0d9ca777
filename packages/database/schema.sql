-- The database as this release makes it. It is applied once, in one transaction; the next change is the file 0001_….sql in
-- migrations/.
--
-- Roles and the floor that every table stands on
--
-- Tenant connections run as ecp_tenant and see one tenant's rows; ecp_system sees the few tables that must be
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

-- This file and those of migrations/ that the database has. Whoever may log in as a service reads it.
create table public.schema_migrations (
  -- Of the file.
  name text primary key,
  -- SHA-256 of its text: a file that has been applied never changes.
  checksum text not null,
  applied_at timestamptz not null default now()
);

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

-- Closes a table to all tenants: it holds no tenant's data, so only the system role sees it.
create procedure platform.secure_system_table(target regclass, rights text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  call platform.allow_system(target, rights);
end
$$;

-- Lets tenants call a function that runs as ecp_system: it sees all rows, so it takes no tenant from its caller.
create procedure platform.run_as_system(target regprocedure) language plpgsql as $$
begin
  execute format('revoke execute on function %s from public', target);
  execute format('grant execute on function %s to ecp_tenant', target);
  grant create on schema platform to ecp_system;
  execute format('alter function %s owner to ecp_system', target);
  revoke create on schema platform from ecp_system;
end
$$;

--
-- Tenants and their people
create table platform.tenants (
  id text primary key,
  name text not null,
  slug text not null unique,
  plan text not null default 'starter' check (plan in ('starter', 'professional', 'enterprise')),
  -- What the tenant asks of its members.
  require_second_factor boolean not null default false,
  require_step_up boolean not null default false,
  -- Approval needs citations that are all verified or computed.
  require_verified_citations boolean not null default false,
  -- Who releases documents says something about them.
  require_attestation boolean not null default false,
  -- How many people approve a version, whether its author may be one of them, and from which role on people release.
  approvals_needed integer not null default 1 check (approvals_needed between 1 and 3),
  author_may_approve boolean not null default true,
  release_role text not null default 'member' check (release_role in ('member', 'admin', 'owner')),
  -- A dossier holds the sources themselves instead of their hashes only.
  include_sources_in_dossier boolean not null default false,
  created_at timestamptz not null default now()
);
call platform.secure_tenant_table('platform.tenants', 'id');
call platform.allow_system('platform.tenants', 'select, insert, update');

-- A row is one person's membership of one tenant. The services store each address in one canonical form.
create table platform.users (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  email text not null,
  name text,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  password_hash text,
  -- Set when a mailed link was followed: only then are rows of one email joined.
  email_verified_at timestamptz,
  -- The password was set, or first used together with a mailed link, by a reader of the mailbox. Anybody can sign up with
  -- anybody's address, so a password alone proves less than a mailed link.
  password_proven boolean not null default false,
  -- When the address was last asked to confirm itself.
  confirmation_asked_at timestamptz,
  invited_by text,
  -- The language in which the person reads the pages; null follows the browser.
  language text,
  -- When the provider of the tenant first vouched for the person.
  sso_entered_at timestamptz,
  -- When the directory switched the person off; null for everybody who may come in.
  deactivated_at timestamptz,
  -- Since when nobody vouches for the address; null for a confirmed one. A directory may set one outside the proved domains
  -- of the tenant (docs/requirements/directories.md): it signs nobody in until it is confirmed.
  unconfirmed_at timestamptz,
  -- The address before an unconfirmed one, which may confirm it; null for a person whom the directory has added so.
  former_email text,
  -- Since when the memberships of walls rest, until an admin confirms the address.
  walls_rest_since timestamptz,
  can_enter boolean not null
    generated always as (deactivated_at is null and unconfirmed_at is null) stored,
  last_login_at timestamptz,
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, email)
);
-- A stranger may add any number of rows to an address. What is asked with each request must not read all of them: was
-- another row of this address used later, and which rows of it are proven?
create index users_email on platform.users (email, last_used_at);
create index users_email_verified on platform.users (email) where email_verified_at is not null;
create unique index users_one_owner on platform.users (tenant_id) where role = 'owner';
call platform.secure_tenant_table('platform.users');
call platform.allow_system('platform.users', 'select, insert, update');

create table platform.sessions (
  -- SHA-256 of the cookie's token: a stolen table signs nobody in.
  token_hash bytea primary key,
  -- Kept when the holder switches tenants, so that ending a session also ends what came from it.
  id text not null default gen_random_uuid()::text,
  tenant_id text not null,
  user_id text not null,
  ip_address text,
  user_agent text,
  -- The session began with a mailed link or a proven password.
  mailbox_proven boolean not null default false,
  -- The session began with the provider of its tenant, which has asked for its own second factor.
  sso boolean not null default false,
  -- The last sign-in or proof of a password or code, which a step-up asks for.
  proven_at timestamptz not null default now(),
  -- Set if the holder has passed the second factor of this row.
  second_factor_at timestamptz,
  -- A switch has replaced the token. It stays, so that a copy of it can still end the session.
  replaced_at timestamptz,
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index sessions_id on platform.sessions (id);
create index sessions_user on platform.sessions (tenant_id, user_id);
create index sessions_expiry on platform.sessions (expires_at);
call platform.secure_tenant_table('platform.sessions');
call platform.allow_system('platform.sessions', 'select, insert, update, delete');

-- A browser in which a person has signed in. Its cookie proves nothing but that, so that wrong passwords of strangers do
-- not keep the person out: docs/requirements/authentication.md.
create table platform.sign_in_devices (
  tenant_id text not null,
  user_id text not null,
  -- SHA-256 of the cookie's token. A browser of several people has one token and a row for each of them.
  token_hash bytea not null,
  -- The IPv4 /24 or IPv6 /64 network of the last sign-in.
  network text not null,
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, token_hash),
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index sign_in_devices_token on platform.sign_in_devices (token_hash);
create index sign_in_devices_age on platform.sign_in_devices (last_used_at);
call platform.secure_tenant_table('platform.sign_in_devices');
call platform.allow_system('platform.sign_in_devices', 'select, insert, update, delete');

create table platform.email_tokens (
  token_hash bytea primary key,
  purpose text not null
    check (purpose in ('magic_link', 'invitation', 'password_reset', 'confirmation', 'new_address')),
  tenant_id text not null,
  user_id text not null,
  -- The mail that carries the link: when it is sent once more, its new links take the place of the old ones.
  mail_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index email_tokens_user on platform.email_tokens (tenant_id, user_id);
create index email_tokens_mail on platform.email_tokens (mail_id) where mail_id is not null;
-- Expired links are looked for across all tenants, as expired sessions are.
create index email_tokens_expiry on platform.email_tokens (expires_at);
call platform.secure_tenant_table('platform.email_tokens');
call platform.allow_system('platform.email_tokens', 'select, insert, update, delete');

-- When a tenant's mails to people who never confirmed their address are due: at most 50 within any hour.
create table platform.stranger_mails (
  tenant_id text not null references platform.tenants on delete cascade,
  due_at timestamptz not null
);
create index stranger_mails_tenant on platform.stranger_mails (tenant_id, due_at desc);
call platform.secure_tenant_table('platform.stranger_mails');
call platform.allow_system('platform.stranger_mails', 'select, insert, delete');

-- Second factors of a user row (docs/decisions/second-factor.md).
create table platform.totp_factors (
  tenant_id text not null,
  user_id text not null,
  -- Encrypted with a key of the installation, for this row only.
  sealed_secret bytea not null,
  -- The last accepted time step. A step counts once, and no earlier one counts after it.
  last_step bigint not null default -1,
  created_at timestamptz not null default now(),
  -- Null until a code of the app has confirmed the secret. Before that the factor does not count.
  confirmed_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.totp_factors');
call platform.allow_system('platform.totp_factors', 'select, update');

create table platform.recovery_codes (
  tenant_id text not null,
  user_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.recovery_codes');
call platform.allow_system('platform.recovery_codes', 'select, update');

create table platform.passkeys (
  id text primary key,
  tenant_id text not null,
  user_id text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's count of signatures; 0 if it does not count.
  counter bigint not null,
  name text not null,
  -- The session that added it had proven the mailbox, so a session that begins with it has, too.
  mailbox_proven boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index passkeys_user on platform.passkeys (tenant_id, user_id);
call platform.secure_tenant_table('platform.passkeys');
call platform.allow_system('platform.passkeys', 'select, update');

-- Challenges that wait for the answer of a passkey. They belong to a browser, which may not be signed in yet.
create table platform.passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'prove')),
  -- SHA-256 of the session's token, or of the cookie of a browser that is not signed in.
  caller_hash bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on platform.passkey_challenges (expires_at);
call platform.secure_system_table('platform.passkey_challenges', 'select, insert, delete');

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

-- Whether an address must come through the provider of a tenant.
create function platform.requires_sso(for_tenant text, address text) returns boolean language sql stable
  return exists (
    select from platform.sso_connections c
    join platform.sso_domains d on d.tenant_id = c.tenant_id and d.connection_id = c.id
    where c.tenant_id = for_tenant and c.enforced and d.verified_at is not null
      and d.domain = split_part(address, '@', 2));

-- Directories: programs of a firm that keep its people here by SCIM (docs/requirements/directories.md).
create table platform.scim_tokens (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text,
  -- SHA-256 of the token.
  token_hash bytea not null unique,
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index scim_tokens_tenant on platform.scim_tokens (tenant_id, created_at);
call platform.secure_tenant_table('platform.scim_tokens');
call platform.allow_system('platform.scim_tokens', 'select, update');

-- What a directory calls a person. Others of the team have no row.
create table platform.scim_people (
  tenant_id text not null,
  user_id text not null,
  external_id text,
  given_name text,
  family_name text,
  formatted_name text,
  display_name text,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.scim_people');

create table platform.scim_groups (
  tenant_id text not null references platform.tenants on delete cascade,
  id text not null,
  display_name text not null,
  external_id text,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, display_name)
);
call platform.secure_tenant_table('platform.scim_groups');

create table platform.scim_group_members (
  tenant_id text not null,
  group_id text not null,
  user_id text not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references platform.scim_groups on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index scim_group_members_user on platform.scim_group_members (tenant_id, user_id);
call platform.secure_tenant_table('platform.scim_group_members');

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

-- First answers of requests with an Idempotency-Key, for 24 hours. A row without an answer is a claim: somebody is at work.
create table platform.idempotency_keys (
  tenant_id text not null references platform.tenants on delete cascade,
  -- `user:<id>` or `key:<id>`: callers do not share keys.
  caller text not null,
  key text not null,
  -- Of method, address and body, keyed with the installation's secret.
  fingerprint bytea not null,
  claim_id text not null,
  -- The executor that handles the request.
  claimed_by text not null,
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

-- How a tenant's pages and documents look. The logo is small, and belongs to the tenant's row for erasing and for one
-- round trip.
create table platform.branding (
  tenant_id text primary key references platform.tenants on delete cascade,
  company_name text,
  primary_color text check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  secondary_color text check (secondary_color ~ '^#[0-9a-f]{6}$'),
  typeface text check (typeface in ('sans', 'serif', 'mixed')),
  client_footnotes text not null default 'all' check (client_footnotes in ('all', 'none')),
  logo bytea check (octet_length(logo) <= 1048576),
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  updated_at timestamptz not null default clock_timestamp(),
  check ((logo is null) = (logo_type is null))
);
call platform.secure_tenant_table('platform.branding');

-- The master of a firm for its decks; the file is stored under its key.
create table platform.deck_templates (
  tenant_id text primary key references platform.tenants (id) on delete cascade,
  filename text not null,
  size_bytes integer not null check (size_bytes >= 0),
  storage_key text not null,
  layouts json not null default '[]',
  uploaded_at timestamptz not null default clock_timestamp()
);
call platform.secure_tenant_table('platform.deck_templates');

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

--
-- Walls inside a tenant (docs/decisions/walls.md): the second dimension of row-level security. An engagement behind a wall
-- is missing for everybody outside, and so is every row that came from it.
--
-- A deleted wall keeps its row, because the dossier of an engagement tells who could read it when.
create table platform.walls (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  unique (tenant_id, id)
);
create index walls_list on platform.walls (tenant_id, created_at, id) where deleted_at is null;
call platform.secure_tenant_table('platform.walls');

-- Nobody is inside both walls. A row counts both ways.
create table platform.wall_exclusions (
  tenant_id text not null,
  wall_id text not null,
  excluded_id text not null,
  primary key (tenant_id, wall_id, excluded_id),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade,
  foreign key (tenant_id, excluded_id) references platform.walls (tenant_id, id) on delete cascade
);
create index wall_exclusions_excluded on platform.wall_exclusions (tenant_id, excluded_id);
call platform.secure_tenant_table('platform.wall_exclusions');

-- The engagements behind a wall, now or once. No foreign key to the engagement: what the audit log says of a deleted one
-- stays behind the wall.
create table platform.wall_engagements (
  tenant_id text not null,
  wall_id text not null,
  engagement_id text not null,
  since timestamptz not null default clock_timestamp(),
  -- Null while the wall stands before the engagement.
  until timestamptz,
  -- The engagement was deleted.
  erased boolean not null default false,
  primary key (tenant_id, wall_id, engagement_id, since),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade
);
create unique index wall_engagements_now on platform.wall_engagements (tenant_id, engagement_id, wall_id)
  where until is null;
call platform.secure_tenant_table('platform.wall_engagements');
call platform.allow_system('platform.wall_engagements', 'select');

-- Members of a wall, and owners who have entered it for a while, now or once. No foreign key to the user: the proof of who
-- could read what outlasts a membership of the team.
create table platform.wall_insiders (
  id text primary key default gen_random_uuid()::text,
  tenant_id text not null,
  wall_id text not null,
  user_id text not null,
  -- The name, or else the address, as it was.
  user_name text not null,
  -- Why an owner has entered; null for a member.
  reason text,
  since timestamptz not null default clock_timestamp(),
  -- Null for a present member. The end of an entry is known when it begins.
  until timestamptz check (reason is null or until is not null),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade
);
create unique index wall_insiders_now on platform.wall_insiders (tenant_id, wall_id, user_id) where until is null;
create index wall_insiders_user on platform.wall_insiders (tenant_id, user_id, until);
create index wall_insiders_wall on platform.wall_insiders (tenant_id, wall_id, since);
call platform.secure_tenant_table('platform.wall_insiders');
call platform.allow_system('platform.wall_insiders', 'select');

-- Who leaves the team leaves its walls.
create function platform.leave_walls() returns trigger language plpgsql as $$
begin
  update platform.wall_insiders set until = clock_timestamp()
    where tenant_id = old.tenant_id and user_id = old.id and (until is null or until > clock_timestamp());
  return null;
end
$$;
create trigger user_left after delete on platform.users for each row execute function platform.leave_walls();

-- Memberships of walls that rest. Who is in this table is not inside, and counts as inside where walls exclude one another.
create table platform.resting_memberships (
  tenant_id text not null,
  wall_id text not null,
  user_id text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (tenant_id, wall_id, user_id),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index resting_memberships_user on platform.resting_memberships (tenant_id, user_id);
call platform.secure_tenant_table('platform.resting_memberships');

-- Lets changes of a tenant's walls take turns until the transaction ends.
create function platform.lock_walls(for_tenant text) returns void language sql
begin atomic
  select pg_advisory_xact_lock(hashtextextended('walls ' || for_tenant, 0));
end;

-- Lets all memberships of a person rest.
create function platform.rest_in_walls(for_tenant text, person text) returns void language plpgsql as $$
begin
  perform platform.lock_walls(for_tenant);
  insert into platform.resting_memberships (tenant_id, wall_id, user_id)
    select tenant_id, wall_id, user_id from platform.wall_insiders
    where tenant_id = for_tenant and user_id = person and until is null
    on conflict do nothing;
  update platform.wall_insiders set until = clock_timestamp()
    where tenant_id = for_tenant and user_id = person and (until is null or until > clock_timestamp());
  update platform.users set walls_rest_since = clock_timestamp()
    where tenant_id = for_tenant and id = person and walls_rest_since is null
      and exists (select from platform.resting_memberships where tenant_id = for_tenant and user_id = person);
end
$$;

-- Puts a person back inside the walls whose memberships rest.
create function platform.return_to_walls(for_tenant text, person text) returns void language plpgsql as $$
begin
  perform platform.lock_walls(for_tenant);
  insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name)
    select resting.tenant_id, resting.wall_id, resting.user_id, coalesce(someone.name, someone.email)
    from platform.resting_memberships resting
    join platform.users someone on someone.tenant_id = resting.tenant_id and someone.id = resting.user_id
    where resting.tenant_id = for_tenant and resting.user_id = person
    on conflict (tenant_id, wall_id, user_id) where until is null do nothing;
  delete from platform.resting_memberships where tenant_id = for_tenant and user_id = person;
  update platform.users set walls_rest_since = null where tenant_id = for_tenant and id = person;
end
$$;

-- The viewer of this transaction, beside its tenant: `*` sees behind every wall (work of the service itself),
-- `user:` and an id is a person, `engagement:` and an id is the agents of an engagement and its clients. Without one, no
-- engagement is visible.
create function platform.sees_all_engagements() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.viewer', true) = '*', false);

-- The engagements that the viewer does not see: those behind a wall whose inside the viewer is not. An engagement behind
-- two walls is seen by who is inside both.
create function platform.hidden_engagements() returns setof text language sql stable parallel safe as $$
  select behind.engagement_id from platform.wall_engagements behind
  where behind.tenant_id = platform.current_tenant_id() and behind.until is null
    and 'engagement:' || behind.engagement_id is distinct from current_setting('app.viewer', true)
    and not exists (
      select from platform.wall_insiders inside
      where inside.tenant_id = behind.tenant_id and inside.wall_id = behind.wall_id
        and inside.user_id = substr(current_setting('app.viewer', true), 6)
        and (inside.until is null or inside.until > statement_timestamp()))
$$;

-- Tells whether the viewer sees an engagement.
create function platform.sees_engagement(engagement text) returns boolean language sql stable parallel safe
  return platform.sees_all_engagements()
    or (current_setting('app.viewer', true) <> '' and engagement not in (select platform.hidden_engagements()));

-- Tells whether a person sees an engagement, also to the system role, which has entered no tenant. Nobody in particular
-- (null), and who may no longer come in, sees none that is behind a wall.
create function platform.person_sees_engagement(of_tenant text, person text, engagement text)
returns boolean language sql stable parallel safe
  return not exists (
    select from platform.wall_engagements behind
    where behind.tenant_id = of_tenant and behind.engagement_id = engagement and behind.until is null
      and not exists (
        select from platform.wall_insiders inside
        join platform.users someone on someone.tenant_id = inside.tenant_id and someone.id = inside.user_id
        where inside.tenant_id = behind.tenant_id and inside.wall_id = behind.wall_id and inside.user_id = person
          and (inside.until is null or inside.until > statement_timestamp()) and someone.deactivated_at is null));

-- Tells whether a person sees an engagement, as a recipient of mails, notices and webhooks.
create function platform.user_sees_engagement(person text, engagement text)
returns boolean language sql stable parallel safe
  return platform.person_sees_engagement(platform.current_tenant_id(), person, engagement);

-- Tells whether an engagement is behind a wall.
create function platform.is_behind_wall(engagement text) returns boolean language sql stable parallel safe
  return exists (
    select from platform.wall_engagements behind
    where behind.tenant_id = platform.current_tenant_id() and behind.engagement_id = engagement and behind.until is null);

-- Enters a viewer until the transaction ends. In a tenant without walls everybody sees all engagements, and no policy
-- needs to look.
create function platform.enter_viewer(viewer text) returns text language plpgsql as $$
begin
  return set_config('app.viewer', case when exists (
      select from platform.wall_engagements where tenant_id = platform.current_tenant_id() and until is null
    ) then viewer else '*' end, true);
end
$$;

-- Stamps the wall on a table with the id of an engagement in `engagement_column`. A row without one belongs to none. It
-- says what platform.hidden_engagements() says, for one row. Without `offset 0`, a prepared statement could keep a plan
-- that first collects all that is hidden: 50 ms where 5,000 engagements are behind walls, against microseconds for a row.
create procedure platform.wall_table(target regclass, engagement_column text default 'engagement_id') language plpgsql as $$
begin
  execute format(
    'create policy walls on %1$s as restrictive to ecp_tenant
      using (%3$s.%2$I is null or (select platform.sees_all_engagements())
        or ((select current_setting(''app.viewer'', true)) <> '''' and not exists (
          select from platform.wall_engagements behind
          where behind.tenant_id = platform.current_tenant_id() and behind.engagement_id = %3$s.%2$I
            and behind.until is null
            and ''engagement:'' || behind.engagement_id is distinct from current_setting(''app.viewer'', true)
            and not exists (
              select from platform.wall_insiders inside
              where inside.tenant_id = behind.tenant_id and inside.wall_id = behind.wall_id
                and inside.user_id = substr(current_setting(''app.viewer'', true), 6)
                and (inside.until is null or inside.until > statement_timestamp()))
          offset 0)))',
    target, engagement_column, (select relname from pg_class where oid = target));
end
$$;

-- Stamps the wall on a table whose rows belong to those of another table with walls: who sees that row sees these.
create procedure platform.wall_part(target regclass, key_column text, whole regclass, whole_key text default 'id')
language plpgsql as $$
begin
  execute format(
    'create policy walls on %1$s as restrictive to ecp_tenant
      using (%2$I is null or (select platform.sees_all_engagements()) or exists (
        select from %3$s whole where whole.tenant_id = %4$s.tenant_id and whole.%5$I = %4$s.%2$I))',
    target, key_column, whole, (select relname from pg_class where oid = target), whole_key);
end
$$;

--
-- The audit log and its chain
--
-- Entries outlive their tenant: erasing an account sets tenant and user to null.
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
-- Each filter of the audit log, newest first; `from` and `to` bound the time in any of them.
create index audit_log_action on platform.audit_log (tenant_id, action, created_at desc, id desc);
create index audit_log_user on platform.audit_log (tenant_id, user_id, created_at desc, id desc);
create index audit_log_resource_type on platform.audit_log (tenant_id, resource_type, created_at desc, id desc);
call platform.secure_tenant_table('platform.audit_log');
-- Nobody rewrites history: the tenant's role adds entries and reads them.
revoke update, delete on platform.audit_log from ecp_tenant;
-- Entries of an erased account stay, with nothing in them that tells whose they were, and an entry about a person
-- keeps no id of theirs. Only work outside any tenant may do it, and only to these columns.
call platform.allow_system('platform.audit_log', 'insert');
grant select (id, tenant_id, user_id, resource_type, resource_id) on platform.audit_log to ecp_system;
grant update (tenant_id, user_id, resource_id, metadata, ip_address) on platform.audit_log to ecp_system;

-- Returns the engagement that an entry of the audit log is about; null for none. Entries about keys and cards
-- may leave it out.
create function platform.engagement_of_entry(entry platform.audit_log) returns text language plpgsql as $$
declare
  viewer constant text := current_setting('app.viewer', true);
  found text;
begin
  if entry.resource_type = 'engagement' then return entry.resource_id; end if;
  if entry.metadata -> 'engagementId' is not null or entry.resource_type not in ('api_key', 'library_card') then
    return entry.metadata ->> 'engagementId';
  end if;
  perform set_config('app.viewer', '*', true);
  found := case entry.resource_type
    when 'api_key' then (
      select engagement_id from platform.api_keys where tenant_id = entry.tenant_id and id = entry.resource_id)
    else (
      select engagement_id from platform.library_cards where tenant_id = entry.tenant_id and id = entry.resource_id)
  end;
  perform set_config('app.viewer', viewer, true);
  return found;
end
$$;

-- The entries of a tenant form a chain: each link commits to the content of its entry and to the link before it, so that
-- an entry that is changed, removed, moved or slipped in breaks the chain.

-- Entry count and last hash of each chain. The chain of an erased tenant keeps its row, without the tenant.
create table platform.audit_heads (
  id text primary key default gen_random_uuid()::text,
  tenant_id text unique,
  entries bigint not null default 0,
  head text not null default ''
);
call platform.secure_tenant_table('platform.audit_heads');
call platform.allow_system('platform.audit_heads', 'select, insert, update');

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
call platform.secure_tenant_table('platform.audit_links');
revoke update, delete on platform.audit_links from ecp_tenant;
call platform.allow_system('platform.audit_links', 'insert');
grant select (entry_id, tenant_id), update (tenant_id, salt) on platform.audit_links to ecp_system;

create function platform.hash_text(content text) returns text language sql immutable parallel safe
  return encode(sha256(convert_to(content, 'UTF8')), 'hex');

create function platform.hash_name(salt text, field text, name json) returns text language sql immutable parallel safe
  return platform.hash_text(salt || E'\n' || field || E'\n' || coalesce(name::text, 'null'));

-- The values that erasing an account removes, as salted hashes. The id of the resource is one of them where the
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
-- Deferred to the commit, so that the tenant's head is the last lock that a transaction takes and the first to go.
create constraint trigger chain_audit_entry after insert on platform.audit_log
  deferrable initially deferred for each row when (new.tenant_id is not null)
  execute function platform.chain_audit_entry();

--
-- Billing, limits and the end of an account
create table platform.subscriptions (
  tenant_id text primary key references platform.tenants on delete cascade,
  provider text not null check (provider in ('local', 'stripe')),
  status text not null check (status in ('active', 'past_due', 'canceled', 'none')),
  plan text not null check (plan in ('starter', 'professional', 'enterprise')),
  current_period_end timestamptz,
  -- What the payment provider calls the tenant and its subscription.
  customer_id text unique,
  external_id text,
  -- Tickets are drawn before the provider is asked: an answer is written only if no later question has been answered, so
  -- a slow one never overwrites a newer state.
  tickets_drawn bigint not null default 0,
  ticket_written bigint not null default 0,
  updated_at timestamptz not null default now()
);
call platform.secure_tenant_table('platform.subscriptions');
call platform.allow_system('platform.subscriptions', 'select, insert, update');

-- Events of the payment provider that were heeded: a repeated one is not heeded again.
create table platform.billing_events (
  id text not null,
  tenant_id text not null references platform.tenants on delete cascade,
  type text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
call platform.secure_tenant_table('platform.billing_events');

-- Engagements created in a calendar month (UTC), deleted ones included: the row is the lock of the limit.
create table platform.monthly_usage (
  tenant_id text not null references platform.tenants on delete cascade,
  month date not null,
  engagements_created integer not null default 0,
  primary key (tenant_id, month)
);
call platform.secure_tenant_table('platform.monthly_usage');

-- Counts one more engagement of this calendar month (UTC) in the transaction that creates it, or fails with EL001 and
-- the detail `used/allowed`. Its row is locked until the end of the transaction: call it last.
create function platform.count_engagement(for_tenant text, limits_by_plan jsonb) returns void language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC');
  allowed integer := (select (limits_by_plan ->> plan)::integer from platform.tenants where id = for_tenant);
begin
  insert into platform.monthly_usage as usage (tenant_id, month, engagements_created) values (for_tenant, this_month, 1)
  on conflict (tenant_id, month) do update set engagements_created = usage.engagements_created + 1
    where allowed is null or usage.engagements_created < allowed;
  if not found then
    raise exception 'Monthly engagement limit reached' using errcode = 'EL001', detail = (
      select engagements_created || '/' || allowed from platform.monthly_usage
      where tenant_id = for_tenant and month = this_month);
  end if;
end
$$;

-- One row a tenant: whoever reserves storage locks it, so that parallel uploads see each other's reservations.
create table platform.storage_usage (
  tenant_id text primary key references platform.tenants on delete cascade,
  reserved_at timestamptz not null default now()
);
call platform.secure_tenant_table('platform.storage_usage');

-- An upload under way: its room, and the key of the file that it may leave behind. The row is written before the first
-- byte and goes in the transaction that records the attachment, so a crash leaves nothing that is not found again.
create table platform.storage_reservations (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  storage_key text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default now()
);
create index storage_reservations_tenant on platform.storage_reservations (tenant_id);
create index storage_reservations_age on platform.storage_reservations (created_at);
call platform.secure_tenant_table('platform.storage_reservations');
call platform.allow_system('platform.storage_reservations', 'select, delete');

-- Returns the bytes of attachments, archived pages, retained tables, a master of decks and reserved uploads but one. They
-- count what is behind walls, whoever asks.
create function platform.stored_bytes(for_tenant text, except_reservation text) returns bigint language plpgsql as $$
declare
  viewer constant text := current_setting('app.viewer', true);
  used bigint;
begin
  perform set_config('app.viewer', '*', true);
  used := (select coalesce(sum(size_bytes), 0) from platform.attachments where tenant_id = for_tenant)
    + (select coalesce(sum(size_bytes + text_bytes), 0) from platform.pages where tenant_id = for_tenant)
    + (select coalesce(sum(size_bytes), 0) from platform.retained_tables where tenant_id = for_tenant)
    + (select coalesce(sum(size_bytes), 0) from platform.deck_templates where tenant_id = for_tenant)
    + (select coalesce(sum(size_bytes), 0) from platform.storage_reservations
        where tenant_id = for_tenant and id <> except_reservation);
  perform set_config('app.viewer', viewer, true);
  return used;
end
$$;

-- The bytes that a tenant's rows take as stored, compressed where Postgres compresses them, in every table of the
-- platform. It reads row headers and the sizes of texts, but no text. Two things are no choice of the tenant and
-- do not count: the audit log, and a deletion in progress.
create function platform.measure_records(tenant text) returns bigint language plpgsql stable as $$
declare
  -- Stands for the fixed columns, the row header and index entries.
  row_bytes constant integer := 100;
  counted record;
  part bigint;
  total bigint := 0;
begin
  for counted in
    select c.oid::regclass as table_name, string_agg(format('coalesce(pg_column_size(%I), 0)', a.attname), ' + ') as sizes
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attlen = -1
    where c.relnamespace = 'platform'::regnamespace and c.relkind = 'r'
      and c.relname not in ('audit_heads', 'audit_links', 'audit_log', 'deletion_requests')
      and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
      -- Planning takes most of the time, and a table without pages has no rows.
      and pg_relation_size(c.oid) > 0
    group by c.oid
  loop
    -- One sum of all columns takes half as long as a sum of each.
    execute format('select coalesce(sum(%s::bigint + %s), 0) from %s where tenant_id = $1', row_bytes, counted.sizes, counted.table_name)
      into part using tenant;
    total := total + part;
  end loop;
  return total;
end
$$;

-- Erasing an account goes on from here after a crash. The row outlives its tenant until the work is complete; then it
-- keeps counts only, as the answer for whoever waits, and is deleted.
create table platform.deletion_requests (
  id text primary key,
  tenant_id text unique,
  recipient text,
  tenant_name text,
  -- The language of the last mail to the owner; null is English.
  language text,
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

--
-- Engagements
create table platform.engagements (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  client text not null,
  slug text not null,
  brief text not null,
  budget_nano_usd bigint not null check (budget_nano_usd > 0),
  -- json, not jsonb: fields and their order are kept as given.
  tasks json not null default '[]',
  status text not null default 'pending' check (status in ('pending', 'running', 'paused', 'completed', 'failed')),
  -- Who is responsible; null once that person has left.
  owner_id text,
  due_date date,
  -- The model that writes every document; null lets the engine choose for each task.
  model text,
  -- What the agents may do: ask people, read the web, object to documents, use the library.
  ask_back text not null default 'assume' check (ask_back in ('off', 'assume', 'wait')),
  ask_back_hours double precision not null default 24 check (ask_back_hours > 0),
  research_enabled boolean not null default false,
  -- The only domains that agents read, with their subdomains; empty for all.
  research_domains text[] not null default '{}',
  -- Most pages of a run.
  research_max_pages integer not null default 20 check (research_max_pages > 0),
  adversary boolean not null default false,
  -- Whether a run waits until a person has approved its answer.
  approve_answer boolean not null default false,
  library boolean not null default false,
  -- What judges have cost beside runs and plans.
  judging_nano_usd bigint not null default 0,
  -- The finished sample of a workspace: it was imported and not paid, so that figures leave it out.
  sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  -- Lets a page of the list end before it grows too large, without reading the texts themselves.
  size_bytes integer not null generated always as (octet_length(brief) + octet_length(tasks::text)) stored,
  unique (tenant_id, id),
  foreign key (tenant_id, owner_id) references platform.users (tenant_id, id) on delete set null (owner_id)
);
-- One index for each order and filter of the list, so that its time does not grow with the tenant (docs/benchmarks.md).
create index engagements_list on platform.engagements (tenant_id, created_at desc, id desc) where archived_at is null;
create index engagements_list_all on platform.engagements (tenant_id, created_at desc, id desc);
create index engagements_status on platform.engagements (tenant_id, status, created_at desc, id desc)
  where archived_at is null;
create index engagements_status_all on platform.engagements (tenant_id, status, created_at desc, id desc);
create index engagements_status_updated on platform.engagements (tenant_id, status, updated_at, id);
create index engagements_updated on platform.engagements (tenant_id, updated_at, id);
create index engagements_name on platform.engagements (tenant_id, lower(name), id);
create index engagements_client on platform.engagements (tenant_id, lower(client), id);
create index engagements_due on platform.engagements (tenant_id, coalesce(due_date, 'infinity'::date), id);
create index engagements_owned on platform.engagements (tenant_id, owner_id, id);
-- Failed engagements wait for people: few rows among all.
create index engagements_failed on platform.engagements (tenant_id, id) where status = 'failed';
-- Each workspace has at most one sample, whoever asks for it at the same time.
create unique index engagements_sample on platform.engagements (tenant_id) where sample;
call platform.secure_tenant_table('platform.engagements');
call platform.wall_table('platform.engagements', 'id');

-- The version grows with every change of a tenant's engagements, in the change's own transaction: what was cached under
-- another version is old. A tenant without a row has changed nothing yet that counts, and nothing of it is cached.
create table platform.list_versions (
  tenant_id text primary key references platform.tenants on delete cascade,
  version bigint not null default 1,
  -- Number of the tenant's engagements, archived ones included. It is null until it is first asked for.
  engagements bigint
);
call platform.secure_tenant_table('platform.list_versions');
call platform.allow_system('platform.list_versions', 'select (tenant_id, version), update (version)');

create function platform.count_inserted_engagements() returns trigger language plpgsql as $$
begin
  insert into platform.list_versions as list (tenant_id) select distinct tenant_id from changed
    on conflict (tenant_id) do update set version = list.version + 1,
      engagements = list.engagements + (select count(*) from changed where changed.tenant_id = list.tenant_id);
  return null;
end
$$;
create trigger engagements_inserted after insert on platform.engagements
  referencing new table as changed for each statement execute function platform.count_inserted_engagements();

create function platform.raise_list_version() returns trigger language plpgsql as $$
begin
  insert into platform.list_versions (tenant_id) select distinct tenant_id from changed
    on conflict (tenant_id) do update set version = list_versions.version + 1;
  return null;
end
$$;
create trigger engagements_updated after update on platform.engagements
  referencing new table as changed for each statement execute function platform.raise_list_version();

-- Erasing a tenant ends here too, when its row is gone and none may be made.
create function platform.raise_list_version_after_delete() returns trigger language plpgsql as $$
begin
  update platform.list_versions as list set version = list.version + 1, engagements = list.engagements - gone.engagements
    from (select tenant_id, count(*) as engagements from changed group by tenant_id) gone
    where gone.tenant_id = list.tenant_id;
  return null;
end
$$;
create trigger engagements_deleted after delete on platform.engagements
  referencing old table as changed for each statement execute function platform.raise_list_version_after_delete();

-- The cached list shows owners by name. An invited person gives a name while signing in, as the system role.
create function platform.raise_list_version_of_name() returns trigger language plpgsql as $$
begin
  update platform.list_versions set version = version + 1 where tenant_id = new.tenant_id;
  return null;
end
$$;
create trigger user_renamed after update of name on platform.users for each row
  when (old.name is distinct from new.name) execute function platform.raise_list_version_of_name();

-- Returns the number of a tenant's engagements. The first call counts them, after it has locked the row that every change
-- of them takes, so that none is missed or counted twice.
create function platform.count_engagements(for_tenant text) returns bigint language plpgsql as $$
declare
  known bigint := (select engagements from platform.list_versions where tenant_id = for_tenant);
begin
  if known is null then
    insert into platform.list_versions as list (tenant_id) values (for_tenant)
      on conflict (tenant_id) do update set version = list.version;
    update platform.list_versions
      set engagements = (select count(*) from platform.engagements where tenant_id = for_tenant)
      where tenant_id = for_tenant returning engagements into known;
  end if;
  return known;
end
$$;

-- The walls of a deleted engagement stay before what the audit log says of it.
create function platform.note_erased_engagements() returns trigger language plpgsql as $$
begin
  update platform.wall_engagements behind set erased = true
    from changed where behind.tenant_id = changed.tenant_id and behind.engagement_id = changed.id;
  return null;
end
$$;
create trigger engagements_erased after delete on platform.engagements
  referencing old table as changed for each statement execute function platform.note_erased_engagements();

create table platform.api_keys (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  scope text not null check (scope in ('read_only', 'read_write')),
  engagement_id text,
  -- The key of an assistant: a program that got it by a person's consent (docs/decisions/assistants.md). Its hash is that of
  -- the access token, which opens /mcp alone and is replaced at each refresh.
  assistant boolean not null default false,
  -- The member for whom the key acts.
  created_by text,
  last_used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index api_keys_tenant on platform.api_keys (tenant_id, created_at desc);
create index api_keys_engagement on platform.api_keys (tenant_id, engagement_id);
create index api_keys_maker on platform.api_keys (tenant_id, created_by) where revoked_at is null;
call platform.secure_tenant_table('platform.api_keys');
call platform.wall_table('platform.api_keys');
call platform.allow_system('platform.api_keys', 'select, update');

-- What a key of an assistant has beside it.
create table platform.assistant_grants (
  tenant_id text not null,
  key_id text not null,
  -- The address of the document in which the assistant describes itself.
  client_id text not null,
  -- SHA-256 of the part that all refresh tokens of the grant share, so that a used one is known as such.
  family_hash bytea not null unique,
  -- SHA-256 of the only refresh token that works.
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, key_id) references platform.api_keys (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.assistant_grants');
call platform.allow_system('platform.assistant_grants', 'select');

-- Consents that an assistant has not exchanged yet, and those that it has, as long as somebody could try them again.
create table platform.assistant_codes (
  -- SHA-256 of the code.
  code_hash bytea primary key,
  tenant_id text not null,
  user_id text not null,
  -- The key that the exchange makes.
  key_id text not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  scope text not null check (scope in ('read_only', 'read_write')),
  -- The code challenge of PKCE, of the method S256.
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index assistant_codes_expiry on platform.assistant_codes (expires_at);
create index assistant_codes_person on platform.assistant_codes (tenant_id, user_id);
call platform.secure_tenant_table('platform.assistant_codes');
call platform.allow_system('platform.assistant_codes', 'select, delete');

-- The tenant's own templates; the system's are shipped with the service.
create table platform.templates (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  slug text not null,
  -- The engagement that it was saved from: the template is behind the walls of it. No foreign key: the template outlasts
  -- the engagement, and the wall still stands before it.
  engagement_id text,
  description text not null,
  brief text not null,
  budget_nano_usd bigint not null check (budget_nano_usd > 0),
  -- json, not jsonb: fields and their order are kept as given.
  tasks json not null,
  options json not null,
  -- The value of an engagement from it.
  approve_answer boolean not null default false,
  created_by text,
  created_at timestamptz not null default now(),
  -- Lets a page of the list end before it grows too large, without reading the texts themselves.
  size_bytes integer not null generated always as
    (octet_length(description) + octet_length(brief) + octet_length(tasks::text) + octet_length(options::text)) stored
);
create index templates_list on platform.templates (tenant_id, created_at desc, id desc);
-- The export reads a tenant's rows in the order of ids, a page at a time.
create index templates_export on platform.templates (tenant_id, id);
call platform.secure_tenant_table('platform.templates');
call platform.wall_table('platform.templates');

-- An engagement's last plan with its price, and the order that is under way.
create table platform.plans (
  tenant_id text not null,
  engagement_id text not null,
  -- Names the newest order at the engine: the same order again pays nothing.
  plan_id text not null,
  -- asked: the engine may be at work, or its answer was lost.
  state text not null check (state in ('asked', 'answered')),
  -- Of the material of the order: other material is another plan.
  request_hash text not null,
  -- As it was answered; json keeps the tasks as they are. Null until there is one.
  answer json,
  -- What all planning of the engagement has cost, as the engine says.
  spent_nano_usd bigint not null default 0 check (spent_nano_usd >= 0),
  asked_at timestamptz not null default now(),
  primary key (tenant_id, engagement_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.plans');
call platform.wall_table('platform.plans');

-- What an engagement brings in and costs beside its models: fee, hours and costs, for admins alone.
create table platform.economics (
  tenant_id text not null,
  engagement_id text not null,
  -- Amounts are whole ten-thousandths of the currency. Null while no fee is agreed.
  fee bigint check (fee >= 0),
  -- Null for the day on which the engagement was created.
  fee_date date,
  currency text not null,
  -- The price of a US dollar in millionths of the currency.
  usd_rate bigint check (usd_rate > 0),
  -- A change names the revision that it replaces, so that no admin overwrites what another one has just entered.
  revision integer not null check (revision > 0),
  changed_at timestamptz not null,
  changer_kind text not null check (changer_kind in ('user', 'api_key')),
  changer_id text,
  changer_name text not null,
  primary key (tenant_id, engagement_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.economics');
call platform.wall_table('platform.economics');

create table platform.economics_hours (
  tenant_id text not null,
  engagement_id text not null,
  position integer not null,
  -- No foreign key: the hours of a person who leaves the team stay, with the name.
  user_id text not null,
  person_name text not null,
  day date not null,
  -- In hundredths of an hour.
  hours integer not null check (hours > 0),
  rate bigint not null check (rate >= 0),
  -- Hours × rate, rounded to the decimals of the currency.
  amount bigint not null check (amount >= 0),
  note text not null,
  primary key (tenant_id, engagement_id, position),
  foreign key (tenant_id, engagement_id) references platform.economics on delete cascade
);
create index economics_hours_of_person on platform.economics_hours (tenant_id, user_id, day desc);
call platform.secure_tenant_table('platform.economics_hours');
call platform.wall_table('platform.economics_hours');

create table platform.economics_costs (
  tenant_id text not null,
  engagement_id text not null,
  position integer not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  note text not null,
  primary key (tenant_id, engagement_id, position),
  foreign key (tenant_id, engagement_id) references platform.economics on delete cascade
);
call platform.secure_tenant_table('platform.economics_costs');
call platform.wall_table('platform.economics_costs');

--
-- Runs
create table platform.runs (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  kind text not null check (kind in ('run', 'rerun')),
  rerun_task_id text,
  -- Set when a rerun is of several tasks; rerun_task_id is then the first of them.
  rerun_task_ids text[],
  status text not null check (status in ('running', 'paused', 'completed', 'failed')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  cost_nano_usd bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  steps integer not null default 0,
  -- Why it failed: the sentence for people, and the reason as data.
  error text,
  failure_reason text check (failure_reason in ('stopped', 'budget_exhausted', 'tenant_spend_limit', 'tasks_failed',
    'planning_failed', 'task_missing', 'start_failed', 'engine_lost', 'internal_error', 'text_too_complex',
    'processes_lost')),
  pause_snapshot json,
  analytics json,
  started_by text,
  -- The member who ordered the run; for a key, its maker at that time. Null if nobody knows it any more.
  ordered_by text,
  -- Names the request with an Idempotency-Key that started the run. Its repetition takes the place of a failed start.
  request_key text,
  -- Whether a later run has begun. It keeps the index of failed runs that wait small.
  superseded boolean not null default false,
  -- A run that was recorded elsewhere: the engine does not know it, and the platform has its events.
  recorded boolean not null default false,
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index runs_engagement on platform.runs (tenant_id, engagement_id, started_at desc, id desc);
create unique index runs_one_active on platform.runs (tenant_id, engagement_id) where status in ('running', 'paused');
-- Which runs finished since a moment: is there anything new to analyse, and what lies in the analysed time.
create index runs_finished on platform.runs (tenant_id, finished_at) where finished_at is not null;
create index runs_failed on platform.runs (tenant_id, finished_at)
  where status = 'failed' and failure_reason is distinct from 'stopped';
create index runs_waiting on platform.runs (tenant_id, coalesce(finished_at, started_at), id)
  where status = 'failed' and failure_reason is distinct from 'stopped' and not superseded;
call platform.secure_tenant_table('platform.runs');
call platform.wall_table('platform.runs');

--
-- Sources: files, their tables, and the web
--
-- Files that people give an engagement, and the text in them. The bytes lie in object storage under storage_key.
create table platform.attachments (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  filename text not null,
  mime_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null,
  category text not null check (category in ('reference', 'styleguide', 'design_inspiration', 'data', 'brand_assets')),
  -- What the uploader says of it; what was found in reading it is extraction_note.
  summary text,
  source_url text,
  storage_key text not null unique,
  uploaded_by text,
  extraction_state text not null default 'pending'
    check (extraction_state in ('pending', 'extracted', 'empty', 'failed', 'encrypted', 'timeout', 'too_large')),
  extraction_note text,
  -- Whether the file holds more text than was read of it: its note then belongs to the summary even where the uploader
  -- gave one.
  extraction_truncated boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  -- Begins with the engagement's key, so it serves the list too.
  unique (tenant_id, engagement_id, filename),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.attachments');
call platform.wall_table('platform.attachments');

-- The context index: passages with where they stand. No stemming, as texts come in any language. Passages are ranked by
-- file, and an index of words cannot rank, so `search` has none.
create table platform.context_chunks (
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  -- Order in the file, from 0.
  ordinal integer not null,
  -- Page, sheet, slide or section; null where the file has none.
  location text,
  -- Of the first character in the text of that location.
  position integer not null,
  content text not null,
  search tsvector not null generated always as (to_tsvector('simple', content)) stored,
  primary key (tenant_id, attachment_id, ordinal),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index context_chunks_engagement on platform.context_chunks (tenant_id, engagement_id);
call platform.secure_tenant_table('platform.context_chunks');
call platform.wall_table('platform.context_chunks');

-- Pictures, and pages of PDFs without text, as models that see get them.
create table platform.context_images (
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  -- Order in the file, from 0.
  ordinal integer not null,
  -- The page; null for a file that is one picture.
  location text,
  width integer not null,
  height integer not null,
  -- Hexadecimal, of the content.
  sha256 text not null,
  -- JPEG.
  content bytea not null,
  primary key (tenant_id, attachment_id, ordinal),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
-- JPEG is not compressed further.
alter table platform.context_images alter column content set storage external;
create index context_images_engagement on platform.context_images (tenant_id, engagement_id);
call platform.secure_tenant_table('platform.context_images');
call platform.wall_table('platform.context_images');

-- Which files have been read for tables. A file without a row is ordered when somebody asks for tables.
create table platform.table_builds (
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  state text not null check (state in ('pending', 'built')),
  -- Why the file has no tables; null when it was read.
  problem text,
  -- The sheets and parts that give no table, and why: an array of {sheet, reason}.
  unread json not null default '[]',
  ordered_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, attachment_id),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index table_builds_engagement on platform.table_builds (tenant_id, engagement_id);
call platform.secure_tenant_table('platform.table_builds');
call platform.wall_table('platform.table_builds');

-- The typed tables of attached workbooks and delimited files. Their rows are Parquet in object storage under storage_key.
create table platform.data_tables (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  -- Order in the file, from 0.
  ordinal integer not null,
  -- Null for a delimited file.
  sheet text,
  hidden boolean not null,
  -- The name in queries.
  name text not null,
  -- Name, type and unit of each, in order.
  columns json not null,
  row_count bigint not null check (row_count >= 0),
  -- How many rows of the sheet or file are left out, and number and reason of the first ones.
  left_out json not null default '{"count": 0, "rows": []}',
  -- What readers of a column should know: column, kind and sentence of each.
  remarks json not null default '[]',
  -- Hexadecimal, of columns and values; independent of the Parquet's bytes.
  sha256 text not null,
  -- The first rows, as agents see them.
  sample json not null,
  storage_key text not null unique,
  -- Of the Parquet.
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  -- Begins with the engagement's key, so it serves the list too.
  unique (tenant_id, engagement_id, name),
  unique (tenant_id, attachment_id, ordinal),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.data_tables');
call platform.wall_table('platform.data_tables');

-- Tables of deleted files that recorded queries have read. Their Parquet stays, so that the queries can be reproduced.
create table platform.retained_tables (
  -- The id that the table had in platform.data_tables.
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  -- The name in queries. A later table may have the same.
  name text not null,
  columns json not null,
  row_count bigint not null check (row_count >= 0),
  sha256 text not null,
  storage_key text not null unique,
  -- Of the Parquet.
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index retained_tables_engagement on platform.retained_tables (tenant_id, engagement_id, name);
call platform.secure_tenant_table('platform.retained_tables');
call platform.wall_table('platform.retained_tables');

-- Recorded queries with their results. They outlive the tables, so that a document's figures keep their derivation.
create table platform.queries (
  -- An agent's query has an id that the engine chose, so ids are unique within a tenant only.
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  title text,
  sql text not null,
  -- How the statement names columns: plainly, or by the heads of the file.
  naming text not null default 'heads' check (naming in ('plain', 'heads')),
  -- Name, type and unit of each, in order.
  columns json not null,
  -- JSON text, which is answered as it is: parsing megabytes would hold up other requests.
  rows text not null,
  -- Length of `rows` in bytes, so that choosing queries reads no rows.
  rows_bytes integer not null check (rows_bytes >= 0),
  row_count integer not null check (row_count >= 0),
  truncated boolean not null,
  result_hash text not null,
  -- Id, name and hash of each table that the query read.
  tables json not null,
  author_kind text not null check (author_kind in ('user', 'api_key', 'agent')),
  author_id text,
  author_name text not null,
  -- The run whose agent asked; null for a person's query.
  run_id text,
  -- The task for which the agent asked.
  task_id text,
  -- Why an agent's query has no result. Only the agent that asked is told, and each time the same.
  refusal text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  check ((author_kind = 'agent') = (run_id is not null)),
  check (run_id is not null or task_id is null and refusal is null)
);
create index queries_engagement on platform.queries (tenant_id, engagement_id, created_at desc, id desc);
create index queries_run on platform.queries (tenant_id, run_id, task_id);
call platform.secure_tenant_table('platform.queries');
call platform.wall_table('platform.queries');

-- The notebook: each analysis of an engagement with its result, under a number by which documents name it. A recorded
-- query is an entry with the query's id, and its statement and result stand in platform.queries.
create table platform.notebook_entries (
  -- An agent's entry has an id that the engine chose, so ids are unique within a tenant only.
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('query', 'code', 'passage', 'model')),
  title text not null,
  -- What the entry shows, in a sentence.
  finding text not null,
  -- The run whose agent made it, and the task for which it did; null for an entry of a person.
  run_id text,
  task_id text,
  -- The program, or the words of a passage; empty for a query.
  source text not null default '',
  -- What it read: kind, name and hash of each.
  inputs json not null default '[]',
  -- Named tables of the result; empty for a query.
  tables json not null default '[]',
  -- What a program printed, or where a passage stands.
  output text not null default '',
  duration_ms integer check (duration_ms >= 0),
  -- The day at which the clock of a program stood; null for other entries.
  run_date date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, engagement_id, number),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
create index notebook_entries_run on platform.notebook_entries (tenant_id, run_id) where run_id is not null;
call platform.secure_tenant_table('platform.notebook_entries');
call platform.wall_table('platform.notebook_entries');

-- What entries have read, by its hash, so that an entry can be reproduced after its file was deleted.
create table platform.notebook_inputs (
  tenant_id text not null,
  engagement_id text not null,
  -- SHA-256 of the content, hexadecimal.
  sha256 text not null,
  content text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, engagement_id, sha256),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.notebook_inputs');
call platform.wall_table('platform.notebook_inputs');

-- Facts: named results of entries. A replaced fact keeps its earlier revisions for the documents that used them.
create table platform.facts (
  tenant_id text not null,
  engagement_id text not null,
  -- Kebab case.
  id text not null,
  revision integer not null check (revision > 0),
  label text not null,
  -- A number, a text or a truth value.
  value json not null,
  unit text,
  period text,
  entry_id text not null,
  -- Place of the value in its entry; null where a program set it.
  path text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, engagement_id, id, revision),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, entry_id) references platform.notebook_entries (tenant_id, id) on delete cascade
);
create index facts_entry on platform.facts (tenant_id, entry_id);
call platform.secure_tenant_table('platform.facts');
call platform.wall_table('platform.facts');

-- The answer of an engagement, a row for each version. Its documents are written from the latest one.
create table platform.answers (
  tenant_id text not null,
  engagement_id text not null,
  version integer not null check (version > 0),
  status text not null check (status in ('draft', 'challenged', 'approved')),
  -- Question, answer, claims, model, motions, what is not done, contradictions, what is unknown, division, objections.
  content json not null,
  -- The run whose lead made it, and the step of that run, so that a repeated step makes no second version; null for a
  -- version of a person.
  run_id text,
  step text,
  editor_kind text check (editor_kind in ('user', 'api_key')),
  editor_id text,
  editor_name text,
  approver_name text,
  approved_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, engagement_id, version),
  unique (tenant_id, run_id, step),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  check ((run_id is null) = (step is null)),
  check ((run_id is null) = (editor_kind is not null)),
  check ((status = 'approved') = (approved_at is not null))
);
call platform.secure_tenant_table('platform.answers');
call platform.wall_table('platform.answers');

-- A run that waits until a person approves its answer or returns it with notes. `round` counts its waits.
create table platform.answer_approvals (
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  round integer not null check (round > 0),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'returned')),
  notes text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, run_id, round),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'returned') = (notes is not null))
);
create unique index answer_approvals_waiting on platform.answer_approvals (tenant_id, engagement_id)
  where state = 'waiting';
call platform.secure_tenant_table('platform.answer_approvals');
call platform.wall_table('platform.answer_approvals');

-- People's messages to the lead of a run, which reads them at its next turn.
create table platform.run_messages (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  text text not null,
  author_kind text not null check (author_kind in ('user', 'api_key')),
  author_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When the lead read it, and the turn that did, so that a repeated turn reads the same.
  read_at timestamptz,
  reader text,
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  check ((read_at is null) = (reader is null))
);
create index run_messages_engagement on platform.run_messages (tenant_id, engagement_id, created_at, id);
create index run_messages_run on platform.run_messages (tenant_id, run_id);
call platform.secure_tenant_table('platform.run_messages');
call platform.wall_table('platform.run_messages');

-- Pages of the web as they were read. The bytes and the text are objects under their hash.
create table platform.pages (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  -- The final address.
  url text not null,
  -- What footnotes cite.
  title text not null,
  author text,
  -- What the page says about its date.
  published_on text,
  mime_type text not null,
  -- Hexadecimal, of the bytes.
  sha256 text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  storage_key text not null,
  text_key text not null,
  text_bytes bigint not null check (text_bytes >= 0),
  -- Addresses that the page shows. Agents may read them.
  links text[] not null default '{}',
  fetched_at timestamptz not null,
  unique (tenant_id, id),
  -- Begins with the engagement's key, so it serves the list too.
  unique (tenant_id, engagement_id, title),
  unique (tenant_id, engagement_id, url, sha256),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.pages');
call platform.wall_table('platform.pages');

-- A row of searches and page_reads commits before anything goes out; it is the claim of its id, so that nothing is sent
-- twice.
create table platform.searches (
  -- The engine chose the id, so ids are unique within a tenant only.
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  agent_slug text not null,
  task_id text,
  query text not null,
  -- The words in one form. Within a run they are searched once.
  words text not null,
  -- held: its price is held and nothing is sent; claimed: it may be on its way.
  state text not null check (state in ('held', 'claimed', 'found', 'refused')),
  -- Title, address and snippet of each result.
  hits json not null default '[]',
  -- Their addresses in one form. Agents may read them.
  addresses text[] not null default '{}',
  -- Why there are no results, as facts.
  refusal json,
  -- Whether the provider may have billed it.
  paid boolean not null default false,
  cost_nano_usd bigint not null default 0,
  -- The price that the budget of the engagement holds as spent; null once the search is settled.
  held_nano_usd bigint,
  -- The day that pays the search; null for one that counts for no day.
  paying_day date,
  -- The process that sent it; null for a search that took the results of an earlier one.
  claimed_by text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  check ((state = 'refused') = (refusal is not null))
);
create unique index searches_once on platform.searches (tenant_id, run_id, words) where claimed_by is not null;
create index searches_task on platform.searches (tenant_id, run_id, task_id);
create index searches_engagement on platform.searches (tenant_id, engagement_id, created_at);
call platform.secure_tenant_table('platform.searches');
call platform.wall_table('platform.searches');

create table platform.page_reads (
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  agent_slug text not null,
  task_id text,
  -- As asked for.
  url text not null,
  -- The asked address and those of redirects, each in one form. Within a run each is fetched once.
  addresses text[] not null,
  state text not null check (state in ('claimed', 'read', 'refused')),
  page_id text,
  -- Why there is no page, as facts.
  refusal json,
  -- The process that fetched it; null for a read that took the page of an earlier one, or that fetched nothing.
  claimed_by text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, page_id) references platform.pages (tenant_id, id) on delete cascade,
  check ((state = 'read') = (page_id is not null)),
  check ((state = 'refused') = (refusal is not null))
);
create index page_reads_run on platform.page_reads (tenant_id, run_id, task_id);
create index page_reads_engagement on platform.page_reads (tenant_id, engagement_id, created_at);
create index page_reads_page on platform.page_reads (tenant_id, page_id);
call platform.secure_tenant_table('platform.page_reads');
call platform.wall_table('platform.page_reads');

-- The pace of web hosts, for all processes and tenants.
create table platform.web_hosts (
  -- Name and port.
  host text primary key,
  -- The earliest time of the next request.
  next_at timestamptz not null
);
call platform.secure_system_table('platform.web_hosts', 'select, insert, update, delete');

-- The robots.txt of origins, for all processes and tenants.
create table platform.web_robots (
  -- Scheme, name and port.
  origin text primary key,
  -- 'rules': `content` has them; 'open': there are none; 'closed': the host could not say.
  state text not null check (state in ('rules', 'open', 'closed')),
  content bytea,
  fetched_at timestamptz not null default clock_timestamp(),
  check ((state = 'rules') = (content is not null))
);
create index web_robots_age on platform.web_robots (fetched_at);
call platform.secure_system_table('platform.web_robots', 'select, insert, update, delete');

--
-- Questions of agents to people
--
-- The engine writes a row when an agent asks, and takes the one answer that people give.
create table platform.questions (
  tenant_id text not null,
  engagement_id text not null,
  -- Documents cite an answer as `Answer <id>`.
  id text not null,
  -- The run that asks, or that made the document about which a person asks.
  run_id text not null,
  asked_by text not null default 'agent' check (asked_by in ('agent', 'person')),
  -- Null for a question of the planner about no single task.
  task_id text,
  agent_slug text not null,
  question text not null,
  assumption text not null,
  impact text not null,
  -- `open` while the task waits, `assumed` once it goes on from the assumption, `answered` from then on.
  status text not null check (status in ('open', 'answered', 'assumed')),
  -- The end of the waiting; null for a question that nothing waits for.
  due_at timestamptz,
  answer text,
  answerer_kind text,
  answerer_id text,
  answerer_name text,
  answered_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, engagement_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  constraint questions_answered check (
    (status = 'answered') = (answer is not null) and (answer is null) = (answered_at is null)
    and (answer is null) = (answerer_name is null) and (answer is null) = (answerer_kind is null)
  ),
  constraint questions_answerer check (answerer_kind in ('user', 'client', 'api_key'))
);
create index questions_inbox on platform.questions (tenant_id, (status = 'answered'), created_at desc, id desc);
create index questions_of_engagement on platform.questions (tenant_id, engagement_id, created_at desc, id desc);
create index questions_of_run on platform.questions (tenant_id, run_id, task_id);
create index questions_waiting on platform.questions (tenant_id, created_at, id) where status in ('open', 'assumed');
call platform.secure_tenant_table('platform.questions');
call platform.wall_table('platform.questions');

-- Links in mails that answer one question without a sign-in. A link goes with the person it was mailed to.
create table platform.answer_links (
  token_hash bytea primary key,
  tenant_id text not null,
  engagement_id text not null,
  question_id text not null,
  user_id text not null,
  expires_at timestamptz not null,
  -- Set by the answer to the question, whoever gives it.
  used_at timestamptz,
  foreign key (tenant_id, engagement_id, question_id) references platform.questions on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index answer_links_question on platform.answer_links (tenant_id, engagement_id, question_id);
create index answer_links_user on platform.answer_links (tenant_id, user_id);
create index answer_links_expired on platform.answer_links (expires_at);
call platform.secure_tenant_table('platform.answer_links');
call platform.wall_table('platform.answer_links');
call platform.allow_system('platform.answer_links', 'select, delete');

--
-- Grids
--
-- Documents × questions: each cell is an answer from one file alone, with its citation.
create table platform.grids (
  tenant_id text not null,
  -- Documents cite it as `Grid <id>`.
  id text not null,
  engagement_id text not null,
  title text not null,
  status text not null check (status in ('running', 'completed', 'failed', 'stopped')),
  -- Null for a grid that a person has stopped.
  failure_reason text,
  -- The number of the work that fills it. Earlier work ends when it sees another one.
  work integer not null,
  author_kind text not null check (author_kind in ('user', 'api_key')),
  author_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The time of its last change, with those of its cells.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index grids_engagement on platform.grids (tenant_id, engagement_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.grids');
call platform.wall_table('platform.grids');

create table platform.grid_columns (
  tenant_id text not null,
  grid_id text not null,
  id text not null,
  position integer not null,
  name text not null,
  question text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean')),
  primary key (tenant_id, grid_id, id),
  foreign key (tenant_id, grid_id) references platform.grids (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.grid_columns');
call platform.wall_part('platform.grid_columns', 'grid_id', 'platform.grids');

create table platform.grid_files (
  tenant_id text not null,
  grid_id text not null,
  attachment_id text not null,
  position integer not null,
  primary key (tenant_id, grid_id, attachment_id),
  foreign key (tenant_id, grid_id) references platform.grids (tenant_id, id) on delete cascade,
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade
);
create index grid_files_attachment on platform.grid_files (tenant_id, attachment_id);
call platform.secure_tenant_table('platform.grid_files');
call platform.wall_part('platform.grid_files', 'grid_id', 'platform.grids');

-- What the engine was asked about one file, written before it is asked, so that no answer is paid twice.
create table platform.grid_asks (
  tenant_id text not null,
  grid_id text not null,
  -- The id of the engine's run.
  id text not null,
  attachment_id text not null,
  -- The number of the work that began it. A limit that it met does not stop later work.
  work integer not null,
  cost_nano_usd bigint not null default 0,
  -- Null while the engine may still answer.
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, grid_id, id),
  foreign key (tenant_id, grid_id) references platform.grids (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.grid_asks');
call platform.wall_part('platform.grid_asks', 'grid_id', 'platform.grids');

create table platform.grid_cells (
  tenant_id text not null,
  grid_id text not null,
  attachment_id text not null,
  column_id text not null,
  state text not null check (state in ('waiting', 'verified', 'computed', 'unjudged', 'altered', 'unsupported',
    'not_found', 'edited', 'failed')),
  -- By the type of the column; a date is YYYY-MM-DD.
  value json,
  -- What a number counts: an ISO 4217 code, `$`, `%` or a sign such as `kg`.
  unit text,
  text text not null default '',
  quote text,
  place text,
  passage text,
  reason text,
  -- What is asked for it at present. A person who writes the cell takes it away, so that a late answer changes nothing.
  ask_id text,
  editor_kind text check (editor_kind in ('user', 'api_key')),
  editor_id text,
  editor_name text,
  edited_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, grid_id, attachment_id, column_id),
  foreign key (tenant_id, grid_id, attachment_id)
    references platform.grid_files (tenant_id, grid_id, attachment_id) on delete cascade,
  foreign key (tenant_id, grid_id, column_id)
    references platform.grid_columns (tenant_id, grid_id, id) on delete cascade,
  constraint grid_cells_edited check ((state = 'edited') = (edited_at is not null)),
  constraint grid_cells_asked check (ask_id is null or state = 'waiting')
);
create index grid_cells_column on platform.grid_cells (tenant_id, grid_id, column_id);
create index grid_cells_waiting on platform.grid_cells (tenant_id, grid_id, attachment_id) where state = 'waiting';
create index grid_cells_changed on platform.grid_cells (tenant_id, grid_id, changed_at);
call platform.secure_tenant_table('platform.grid_cells');
call platform.wall_part('platform.grid_cells', 'grid_id', 'platform.grids');

--
-- Deliverables: versions, what was found in them, reviews, drafts and comments
create table platform.deliverables (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  -- Null on versions that people write.
  run_id text,
  -- Null on internal files, which no single task made.
  task_id text,
  filename text not null,
  version integer not null check (version >= 1),
  content text not null,
  word_count integer not null,
  created_at timestamptz not null default now(),
  approval_status text not null default 'pending_review'
    check (approval_status in ('pending_review', 'approved', 'revision_requested', 'rejected')),
  -- Time and author of the version's latest review.
  reviewed_at timestamptz,
  reviewer_kind text check (reviewer_kind in ('user', 'client', 'api_key')),
  reviewer_id text,
  reviewer_name text,
  origin text not null default 'agent' check (origin in ('agent', 'human', 'import')),
  -- The writer of the version; null for agents.
  editor_kind text check (editor_kind in ('user', 'client', 'api_key')),
  editor_id text,
  editor_name text,
  note text,
  -- The member who wrote the version or ordered its run; for a key, its maker at that time.
  author_id text,
  -- The approvals that count, as [{id, name, at}]: each member once, those of keys as their makers'.
  approvals jsonb not null default '[]',
  -- The sections as [{heading, level, version, locked}]: `version` is the one whose author wrote the section.
  sections json not null default '[]',
  -- How the version answers the reviewers' notes: [{note, outcome, section, text, commentId}].
  note_answers json not null default '[]',
  -- What the adversary objected to the version, with the writer's answers.
  objections json not null default '[]',
  -- How many citations are in each state is read with every version, so it stands on the version; all are null where none
  -- was checked.
  citations_verified integer,
  citations_computed integer,
  -- Source, words and values stand, and no judge said anything.
  citations_unjudged integer,
  citations_altered integer,
  citations_unsupported integer,
  citations_missing_source integer,
  citations_uncited integer,
  -- Figures that the document sets itself, as assumptions or proposals, are counted beside its citations.
  citations_set_by_text integer not null default 0,
  -- The judgement for which the findings of the version wait; null if they wait for none.
  judgement_id text,
  -- The check lacks a file that was being read. It is repeated when the file is read.
  check_waits boolean not null default false,
  -- How many figures of a latest version another latest document gives otherwise. Written with each new version.
  conflicting_figures integer not null default 0,
  unique (tenant_id, id),
  unique (tenant_id, engagement_id, filename, version),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  constraint deliverables_reviewer_named check (num_nulls(reviewer_kind, reviewer_name) in (0, 2)),
  constraint deliverables_of_people
    check ((origin = 'agent') = (editor_kind is null) and (origin = 'agent' or run_id is null)),
  constraint deliverables_editor_named check (num_nulls(editor_kind, editor_name) in (0, 2)),
  constraint deliverables_citations_counted check (
    num_nulls(
      citations_verified, citations_computed, citations_unjudged, citations_altered, citations_unsupported,
      citations_missing_source, citations_uncited
    ) in (0, 7)
  )
);
create index deliverables_list on platform.deliverables (tenant_id, engagement_id, created_at desc, id desc);
create index deliverables_run on platform.deliverables (tenant_id, run_id);
-- The newest reviews of a tenant, which each run hands to the router.
create index deliverables_reviewed on platform.deliverables (tenant_id, reviewed_at desc)
  where reviewed_at is not null and task_id is not null;
-- What waits for people, over all engagements: few rows among all versions.
create index deliverables_pending on platform.deliverables (tenant_id, created_at, id)
  where approval_status = 'pending_review' and not starts_with(filename, '_');
create index deliverables_judged on platform.deliverables (tenant_id, engagement_id) where judgement_id is not null;
call platform.secure_tenant_table('platform.deliverables');
call platform.wall_table('platform.deliverables');

-- What a version was built on: the latest versions, at that moment, of the tasks that its task depends on. It is stale
-- once one of them has a newer version.
create table platform.deliverable_upstreams (
  tenant_id text not null,
  deliverable_id text not null,
  upstream_id text not null,
  primary key (tenant_id, deliverable_id, upstream_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, upstream_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index deliverable_upstreams_upstream on platform.deliverable_upstreams (tenant_id, upstream_id);
call platform.secure_tenant_table('platform.deliverable_upstreams');
call platform.wall_part('platform.deliverable_upstreams', 'deliverable_id', 'platform.deliverables');

-- The questions on whose assumptions a version rests. It is stale once one of them is answered.
create table platform.deliverable_assumptions (
  tenant_id text not null,
  deliverable_id text not null,
  engagement_id text not null,
  question_id text not null,
  primary key (tenant_id, deliverable_id, question_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id, question_id) references platform.questions on delete cascade
);
create index deliverable_assumptions_question
  on platform.deliverable_assumptions (tenant_id, engagement_id, question_id);
call platform.secure_tenant_table('platform.deliverable_assumptions');
call platform.wall_table('platform.deliverable_assumptions');

-- The citations and the figures of a version are read whole and in the order of the text: one row holds them.
create table platform.deliverable_citations (
  tenant_id text not null,
  deliverable_id text not null,
  citations json not null,
  primary key (tenant_id, deliverable_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.deliverable_citations');
call platform.wall_part('platform.deliverable_citations', 'deliverable_id', 'platform.deliverables');

create table platform.deliverable_figures (
  tenant_id text not null,
  deliverable_id text not null,
  figures json not null,
  primary key (tenant_id, deliverable_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.deliverable_figures');
call platform.wall_part('platform.deliverable_figures', 'deliverable_id', 'platform.deliverables');

-- What judges have said about statements of an engagement's documents, so that the same question is not asked again. The
-- hash is that of the question: the statement, its figures, what exact means leave open, and the passages.
create table platform.judge_answers (
  tenant_id text not null,
  engagement_id text not null,
  question_hash text not null,
  statement text not null,
  holds boolean not null,
  reason text not null,
  judged_at timestamptz not null,
  primary key (tenant_id, engagement_id, question_hash),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.judge_answers');
call platform.wall_table('platform.judge_answers');

-- What sources say differently, as agents of runs report it. The id follows from what it is about and from the values, so
-- that a conflict that is reported again is the same. What documents say differently follows from their figures, and has
-- no rows.
create table platform.noted_conflicts (
  tenant_id text not null,
  engagement_id text not null,
  id text not null,
  run_id text not null,
  task_id text,
  agent_slug text not null,
  about text not null,
  -- An array of {value, text, filename, attachmentId, place}.
  conflict_values json not null,
  created_at timestamptz not null,
  primary key (tenant_id, engagement_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
create index noted_conflicts_of_run on platform.noted_conflicts (tenant_id, run_id);
call platform.secure_tenant_table('platform.noted_conflicts');
call platform.wall_table('platform.noted_conflicts');

-- The latest decision about each conflict of either origin. It holds while the conflict's values stay, because its id
-- does; `conflict_values` are the values that people saw when they decided.
create table platform.conflict_settlements (
  tenant_id text not null,
  engagement_id text not null,
  conflict_id text not null,
  kind text not null check (kind in ('sources', 'documents')),
  about text not null,
  conflict_values json not null,
  -- Index in conflict_values; null if none of them holds.
  chosen integer check (chosen >= 0),
  reason text not null,
  settler_kind text not null check (settler_kind in ('user', 'api_key')),
  settler_id text,
  settler_name text not null,
  settled_at timestamptz not null,
  primary key (tenant_id, engagement_id, conflict_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.conflict_settlements');
call platform.wall_table('platform.conflict_settlements');

create table platform.quality_scores (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  task_id text not null,
  task_name text not null,
  score double precision not null check (score between 0 and 100),
  rubric_type text not null,
  rubric_version integer not null,
  feedback text not null,
  criteria json not null,
  -- The offline model gave it, by counting words and references. Pages and statistics leave it out.
  offline boolean not null default false,
  -- The event that brought it: two of one millisecond keep the order in which they were given.
  event_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (tenant_id, run_id, task_id),
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
create index quality_scores_export on platform.quality_scores (tenant_id, id);
call platform.secure_tenant_table('platform.quality_scores');
call platform.wall_table('platform.quality_scores');

-- The tasks of a run whose document stands without a score, and why.
create table platform.unscored_tasks (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  task_id text not null,
  task_name text not null,
  reason text not null,
  event_seq bigint not null,
  created_at timestamptz not null,
  unique (tenant_id, run_id, task_id),
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
create index unscored_tasks_export on platform.unscored_tasks (tenant_id, id);
call platform.secure_tenant_table('platform.unscored_tasks');
call platform.wall_table('platform.unscored_tasks');

create table platform.reviews (
  id text primary key,
  tenant_id text not null,
  deliverable_id text not null,
  action text not null check (action in ('approve', 'request_revision', 'reject')),
  notes text,
  -- Why an admin approved a version in spite of open citations; null for other reviews.
  override_reason text,
  author_kind text not null check (author_kind in ('user', 'client', 'api_key')),
  author_id text,
  author_name text not null,
  -- The open comments that a rerun answers; null for all of them.
  comment_ids text[],
  -- For a review by which a proposal was accepted: the run that amends the version for it, and the changes of sources
  -- that its notes tell in words.
  run_id text,
  source_changes json,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete set null (run_id)
);
create index reviews_deliverable on platform.reviews (tenant_id, deliverable_id, created_at);
create index reviews_run on platform.reviews (tenant_id, run_id);
call platform.secure_tenant_table('platform.reviews');
call platform.wall_part('platform.reviews', 'deliverable_id', 'platform.deliverables');

-- A draft is what a person is writing and has not saved as a version.
create table platform.drafts (
  tenant_id text not null,
  id text not null,
  engagement_id text not null,
  filename text not null,
  user_id text not null,
  -- The name, or else the address.
  user_name text not null,
  -- Markdown.
  content text not null,
  base_version integer not null check (base_version >= 1),
  saved_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, engagement_id, filename, user_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index drafts_of_person on platform.drafts (tenant_id, user_id, saved_at);
create index drafts_age on platform.drafts (saved_at);
call platform.secure_tenant_table('platform.drafts');
call platform.wall_table('platform.drafts');
-- Drafts of all tenants end with their age.
call platform.allow_system('platform.drafts', 'delete, select (saved_at)');

-- Comments of the team and of clients on passages, documents and engagements.
create table platform.comments (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  -- A comment without a file is about the engagement as a whole.
  filename text,
  -- The version that the author read; null where it is unknown, and without a file.
  version integer,
  body text not null,
  -- The words that the author selected, and the words around them.
  quote text,
  prefix text,
  suffix text,
  -- Heading of the section with the passage.
  section text,
  -- Words proposed for the quote.
  suggestion text,
  -- The place of the passage {version, start, end, quote, prefix, suffix}, or its last one once it is orphaned.
  passage json,
  orphaned boolean not null default false,
  author_kind text not null check (author_kind in ('user', 'client', 'api_key')),
  -- Id of the user, portal link or API key.
  author_id text,
  author_name text not null,
  status text not null default 'open' check (status in ('open', 'resolved')),
  resolver_kind text check (resolver_kind in ('user', 'client', 'api_key')),
  resolver_id text,
  resolver_name text,
  resolved_at timestamptz,
  -- The answer that a version made from the comment gives.
  answer json,
  answered_version integer,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  constraint comments_passage check (quote is null or (filename is not null and passage is not null)),
  constraint comments_suggestion check (suggestion is null or quote is not null),
  constraint comments_resolved check ((status = 'resolved') = (resolved_at is not null)),
  constraint comments_answered check ((answer is null) = (answered_version is null))
);
create index comments_list on platform.comments (tenant_id, engagement_id, created_at, id);
create index comments_document on platform.comments (tenant_id, engagement_id, filename, created_at, id);
create index comments_open on platform.comments (tenant_id, created_at, id) where status = 'open';
call platform.secure_tenant_table('platform.comments');
call platform.wall_table('platform.comments');

create table platform.comment_replies (
  id text primary key,
  tenant_id text not null,
  comment_id text not null,
  body text not null,
  author_kind text not null check (author_kind in ('user', 'client', 'api_key')),
  author_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, comment_id) references platform.comments (tenant_id, id) on delete cascade
);
create index comment_replies_list on platform.comment_replies (tenant_id, comment_id, created_at, id);
call platform.secure_tenant_table('platform.comment_replies');
call platform.wall_part('platform.comment_replies', 'comment_id', 'platform.comments');

-- The slides that a model or a person has chosen for a deck; without a row they follow from the documents by rules.
create table platform.storylines (
  tenant_id text not null,
  engagement_id text not null,
  -- The document; an empty text for the whole engagement.
  filename text not null,
  origin text not null check (origin in ('documents', 'model', 'person')),
  status text not null check (status in ('ready', 'writing', 'failed')),
  failure_reason text,
  revision integer not null check (revision >= 1),
  -- Texts and places of the slides. What they show is read from the documents.
  slides json not null default '[]',
  dropped json not null default '[]',
  -- Names and versions of the documents that it was written from.
  documents json not null default '[]',
  findings json not null default '[]',
  -- The order to the engine while the status is writing.
  draft_id text,
  cost_nano_usd bigint not null default 0 check (cost_nano_usd >= 0),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, engagement_id, filename),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.storylines');
call platform.wall_table('platform.storylines');

--
-- Clients: their links, what is released to them, and what they decide
--
-- A client's way into one engagement; only the hash of the token is kept.
create table platform.portal_tokens (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  token_hash bytea not null unique,
  label text,
  permissions text[] not null check (
    permissions <@ '{read,comment,approve,answer,download,sources,files}' and cardinality(permissions) > 0),
  documents text not null default 'latest' check (documents in ('latest', 'released')),
  -- Whether the link shows the words of other clients.
  sees_others boolean not null default false,
  -- The author of what comes by the link; null: each visitor gives a name.
  client_name text,
  -- Where releases are mailed to.
  client_email text,
  -- The link whose documents a preview shows.
  preview_of text,
  expires_at timestamptz,
  created_by text,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, preview_of) references platform.portal_tokens (tenant_id, id) on delete cascade
);
create index portal_tokens_list on platform.portal_tokens (tenant_id, engagement_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.portal_tokens');
call platform.wall_table('platform.portal_tokens');
call platform.allow_system('platform.portal_tokens', 'select, update');

-- Versions of documents that a person has given to clients.
create table platform.releases (
  tenant_id text not null,
  id text not null,
  engagement_id text not null,
  message text,
  -- What the one who releases says about the documents.
  attestation text,
  -- The facts of the statement of AI use that the release gives its clients, as they were then; null without one.
  ai_use json,
  author_kind text not null check (author_kind in ('user', 'api_key')),
  author_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index releases_list on platform.releases (tenant_id, engagement_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.releases');
call platform.wall_table('platform.releases');

create table platform.release_documents (
  tenant_id text not null,
  release_id text not null,
  filename text not null,
  version integer not null,
  -- The title as clients read it.
  title text not null,
  -- Whether the release asks its clients to decide about the document; null: the document says so itself, as the synthesis.
  asks_decision boolean,
  -- The version, which never changes.
  deliverable_id text not null,
  -- The order in which they were given.
  position integer not null,
  primary key (tenant_id, release_id, filename),
  foreign key (tenant_id, release_id) references platform.releases (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index release_documents_version on platform.release_documents (tenant_id, deliverable_id);
call platform.secure_tenant_table('platform.release_documents');
call platform.wall_part('platform.release_documents', 'release_id', 'platform.releases');

-- The links that a release was given to.
create table platform.release_links (
  tenant_id text not null,
  token_id text not null,
  release_id text not null,
  primary key (tenant_id, token_id, release_id),
  foreign key (tenant_id, release_id) references platform.releases (tenant_id, id) on delete cascade,
  foreign key (tenant_id, token_id) references platform.portal_tokens (tenant_id, id) on delete cascade
);
create index release_links_release on platform.release_links (tenant_id, release_id);
call platform.secure_tenant_table('platform.release_links');
call platform.wall_part('platform.release_links', 'release_id', 'platform.releases');

-- Further secrets of a link, one for each mail about a release. They open what the link opens, as long as it does.
create table platform.portal_link_secrets (
  token_hash bytea primary key,
  tenant_id text not null,
  token_id text not null,
  release_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, token_id, release_id)
    references platform.release_links (tenant_id, token_id, release_id) on delete cascade
);
create index portal_link_secrets_link on platform.portal_link_secrets (tenant_id, token_id, release_id);
call platform.secure_tenant_table('platform.portal_link_secrets');
call platform.wall_part('platform.portal_link_secrets', 'token_id', 'platform.portal_tokens');
call platform.allow_system('platform.portal_link_secrets', 'select');

-- Clients decide about versions. The firm's own approval stands beside it.
create table platform.client_decisions (
  tenant_id text not null,
  id text not null,
  deliverable_id text not null,
  action text not null check (action in ('approve', 'reject')),
  notes text,
  -- Id of the link.
  token_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index client_decisions_latest
  on platform.client_decisions (tenant_id, deliverable_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.client_decisions');
call platform.wall_part('platform.client_decisions', 'deliverable_id', 'platform.deliverables');

--
-- Recurring engagements
--
-- Engagements whose sources are read again at intervals.
create table platform.engagement_schedules (
  tenant_id text not null,
  engagement_id text not null,
  every text not null check (every in ('week', 'month', 'quarter')),
  -- The first due time. The others follow from it, so that a month keeps its day.
  starts_at timestamptz not null,
  next_at timestamptz not null,
  -- Who made it, and gets its mail; null once that person has left.
  made_by text,
  created_at timestamptz not null,
  primary key (tenant_id, engagement_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, made_by) references platform.users (tenant_id, id) on delete set null (made_by)
);
create index engagement_schedules_due on platform.engagement_schedules (next_at);
create index engagement_schedules_maker on platform.engagement_schedules (tenant_id, made_by);
call platform.secure_tenant_table('platform.engagement_schedules');
call platform.wall_table('platform.engagement_schedules');
call platform.allow_system('platform.engagement_schedules', 'select');

-- One check of an engagement's sources, and the proposal that it made.
create table platform.engagement_updates (
  tenant_id text not null,
  id text not null,
  engagement_id text not null,
  -- Who gets the mail about a proposal.
  made_by text,
  -- The due time that the check serves.
  due_at timestamptz not null,
  -- 'replaced': a later check has found changes too.
  status text not null check (status in ('checking', 'unchanged', 'proposed', 'accepted', 'dismissed', 'replaced')),
  checked_at timestamptz,
  -- What changed materially, with the documents that rest on it.
  changes json not null default '[]',
  -- The price of the reruns in US dollars, {low, expected, high}; null without a proposal.
  cost json,
  decided_by_name text,
  decided_at timestamptz,
  -- The run that an accepted proposal has started.
  run_id text,
  primary key (tenant_id, id),
  unique (tenant_id, engagement_id, due_at),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, made_by) references platform.users (tenant_id, id) on delete set null (made_by),
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete set null (run_id),
  constraint updates_checked check ((status = 'checking') = (checked_at is null)),
  constraint updates_priced check ((status in ('checking', 'unchanged')) = (cost is null)),
  constraint updates_decided check ((status in ('accepted', 'dismissed')) = (decided_at is not null))
);
create index engagement_updates_maker on platform.engagement_updates (tenant_id, made_by);
create index engagement_updates_run on platform.engagement_updates (tenant_id, run_id);
call platform.secure_tenant_table('platform.engagement_updates');
call platform.wall_table('platform.engagement_updates');

-- The sources that a check has read. A check that a dead process has left goes on with the others.
create table platform.update_sources (
  tenant_id text not null,
  update_id text not null,
  kind text not null check (kind in ('page', 'attachment', 'query')),
  -- Of the page, attachment or query as the documents cite it.
  source_id text not null,
  title text not null,
  url text,
  outcome text not null check (outcome in ('same', 'changed', 'gone', 'unread')),
  -- Why it could not be read, as facts.
  refusal json,
  -- What changed of what documents cite.
  changes json not null default '[]',
  -- The order in which they were read.
  position integer not null,
  primary key (tenant_id, update_id, kind, source_id),
  foreign key (tenant_id, update_id) references platform.engagement_updates (tenant_id, id) on delete cascade,
  constraint update_sources_unread check (outcome not in ('gone', 'unread') or refusal is not null)
);
call platform.secure_tenant_table('platform.update_sources');
call platform.wall_part('platform.update_sources', 'update_id', 'platform.engagement_updates');

--
-- What a firm keeps: the library, insights and the keys of dossiers
create table platform.library_entries (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  title text not null,
  json_data json not null,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index library_entries_list on platform.library_entries (tenant_id, created_at desc, id desc);
create index library_entries_engagement on platform.library_entries (tenant_id, engagement_id);
create index library_entries_export on platform.library_entries (tenant_id, id);
call platform.secure_tenant_table('platform.library_entries');
call platform.wall_table('platform.library_entries');

-- What a firm keeps of its approved documents for later engagements.
create table platform.library_cards (
  tenant_id text not null references platform.tenants on delete cascade,
  id text not null,
  -- Where the card comes from. All four are null for a released card whose engagement has been deleted.
  engagement_id text,
  deliverable_id text,
  filename text,
  version integer,
  kind text not null check (kind in ('method', 'benchmark', 'structure', 'lesson')),
  -- What the rules found: the same of one file is never made twice.
  origin_key text not null,
  title text not null,
  -- Markdown.
  body text not null,
  language text not null check (language in ('en', 'de', 'fr', 'es', 'ja')),
  status text not null default 'proposed' check (status in ('proposed', 'released', 'withdrawn')),
  -- Places that name clients, give figures or quote, as [{field, kind, start, end}], and how many there are of each.
  marks json not null,
  client_names integer not null,
  figures integer not null,
  quotes integer not null,
  -- Counts the changes by people.
  revision integer not null default 0,
  -- Titles under which runs may have received the card before it was renamed.
  earlier_titles text[] not null default '{}',
  -- The person who released the present text.
  released_by_id text,
  released_by_name text,
  released_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  search tsvector not null generated always as (to_tsvector('simple', title || ' ' || body)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  constraint cards_released check (status <> 'released' or released_at is not null),
  constraint cards_from check (num_nonnulls(engagement_id, deliverable_id, filename, version) in (0, 4))
);
create unique index library_cards_origin on platform.library_cards (tenant_id, engagement_id, filename, origin_key);
-- Several documents of an engagement give the same figure.
create unique index library_cards_benchmark on platform.library_cards (tenant_id, engagement_id, origin_key)
  where kind = 'benchmark';
create index library_cards_deliverable on platform.library_cards (tenant_id, deliverable_id);
create index library_cards_list on platform.library_cards (tenant_id, created_at desc, id desc);
-- Documents cite cards by their titles. Cards behind different walls may have one title: a refusal would tell who sees one
-- of them about the other. Those that one person sees have different ones.
create index library_cards_title on platform.library_cards (tenant_id, lower(title)) where status = 'released';
call platform.secure_tenant_table('platform.library_cards');
call platform.wall_table('platform.library_cards');

-- Versions of documents that cite a card.
create table platform.card_uses (
  tenant_id text not null,
  card_id text not null,
  deliverable_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, card_id, deliverable_id),
  foreign key (tenant_id, card_id) references platform.library_cards (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index card_uses_deliverable on platform.card_uses (tenant_id, deliverable_id);
call platform.secure_tenant_table('platform.card_uses');
call platform.wall_part('platform.card_uses', 'card_id', 'platform.library_cards');
-- A use of a card tells of the document that cites it, and `wall_part` names its policy for the card.
create policy walls_of_documents on platform.card_uses as restrictive to ecp_tenant
  using ((select platform.sees_all_engagements()) or exists (
    select from platform.deliverables whole where whole.tenant_id = card_uses.tenant_id and whole.id = card_uses.deliverable_id));

-- Analyses over a tenant's engagements. The newest completed one owns what was found; older ones go with its end.
create table platform.pattern_analyses (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  status text not null check (status in ('running', 'completed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (tenant_id, id)
);
create unique index pattern_analyses_one_running on platform.pattern_analyses (tenant_id) where status = 'running';
create index pattern_analyses_tenant on platform.pattern_analyses (tenant_id, started_at desc);
call platform.secure_tenant_table('platform.pattern_analyses');

create table platform.insights (
  id text primary key,
  tenant_id text not null,
  analysis_id text not null,
  -- Order within the analysis.
  position integer not null,
  kind text not null,
  title text not null,
  description text not null,
  evidence json not null,
  created_at timestamptz not null,
  unique (tenant_id, id),
  unique (tenant_id, analysis_id, position),
  foreign key (tenant_id, analysis_id) references platform.pattern_analyses (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.insights');

create table platform.improvement_proposals (
  id text primary key,
  tenant_id text not null,
  insight_id text not null,
  position integer not null,
  title text not null,
  description text not null,
  expected_effect text not null,
  created_at timestamptz not null,
  foreign key (tenant_id, insight_id) references platform.insights (tenant_id, id) on delete cascade
);
create index improvement_proposals_insight on platform.improvement_proposals (tenant_id, insight_id);
call platform.secure_tenant_table('platform.improvement_proposals');

-- Public keys that have signed dossiers. They stay after their secret has left SECRET_KEY, so that old dossiers verify.
create table platform.dossier_keys (
  -- Thumbprint of the key (RFC 7638).
  id text primary key,
  -- `x` of the Ed25519 key in base64url (RFC 8037).
  public_key text not null,
  first_used_at timestamptz not null default now()
);
call platform.secure_system_table('platform.dossier_keys', 'select, insert');

--
-- What leaves the house: events, webhooks and notices
--
-- Events for the outside, written in the transaction that causes them.
create table platform.outbox_events (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  event text not null,
  data json not null,
  -- The engagement that it tells of.
  engagement_id text generated always as (data ->> 'engagementId') stored,
  -- Not now(): events of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp()
);
create index outbox_events_tenant on platform.outbox_events (tenant_id, created_at desc, id desc);
create index outbox_events_age on platform.outbox_events (created_at);
call platform.secure_tenant_table('platform.outbox_events');
call platform.wall_table('platform.outbox_events');
-- Deleted by age, in batches that skip locked rows: that takes the right to update.
call platform.allow_system('platform.outbox_events', 'select, update, delete');

-- Where a tenant wants its events sent.
create table platform.webhook_endpoints (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  url text not null,
  events text[] not null default '{}',
  enabled boolean not null default true,
  description text not null default '',
  -- An endpoint hears what its maker may see.
  created_by text,
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
  -- The secret of the installation that encrypted it: its id is what the text begins with. Background work finds the
  -- tenants whose rows need another one, and no more of them.
  key_id text not null generated always as (left(sealed, 12)) stored,
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, endpoint_id) references platform.webhook_endpoints (tenant_id, id) on delete cascade
);
create index webhook_secrets_endpoint on platform.webhook_secrets (tenant_id, endpoint_id, created_at desc);
create index webhook_secrets_key on platform.webhook_secrets (key_id, tenant_id);
call platform.secure_tenant_table('platform.webhook_secrets');
call platform.allow_system('platform.webhook_secrets', 'select (tenant_id, key_id)');

-- One event for one endpoint.
create table platform.webhook_deliveries (
  id text primary key,
  tenant_id text not null,
  endpoint_id text not null,
  event text not null,
  -- The exact text of each attempt.
  body text not null,
  engagement_id text generated always as (body::json -> 'data' ->> 'engagementId') stored,
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
call platform.wall_table('platform.webhook_deliveries');
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
call platform.wall_part('platform.webhook_attempts', 'delivery_id', 'platform.webhook_deliveries');

-- Notices tell people what happened. A notice is one thing; each person it is for has a row of notice_recipients.
-- Sentences are made where they are read.
create table platform.notices (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  kind text not null check (kind in ('run_completed', 'run_failed', 'question_asked', 'update_proposed',
    'grid_completed', 'owner_assigned', 'client_comment', 'client_answer', 'client_decision', 'model_key_refused',
    'approval_needed', 'webhook_gone')),
  -- Id of what caused it, within the engagement: a cause is told once.
  cause text not null,
  data json not null,
  from_client boolean not null generated always as (kind in ('client_comment', 'client_answer', 'client_decision')) stored,
  -- The time at which the first of its recipients read it.
  seen_at timestamptz,
  -- The latest daily mail that reminded of it.
  reminded_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  unique (tenant_id, engagement_id, kind, cause),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index notices_age on platform.notices (created_at);
create index notices_unseen on platform.notices (tenant_id, created_at) where from_client and seen_at is null;
call platform.secure_tenant_table('platform.notices');
call platform.wall_table('platform.notices');
-- Background work deletes old rows, and finds the tenants with a client's word that nobody has seen.
call platform.allow_system('platform.notices', 'select, update, delete');

create table platform.notice_recipients (
  tenant_id text not null,
  notice_id text not null,
  user_id text not null,
  -- True while the notice waits for the person's next daily mail.
  in_digest boolean not null,
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, notice_id, user_id),
  foreign key (tenant_id, notice_id) references platform.notices (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index notice_recipients_inbox on platform.notice_recipients (tenant_id, user_id, created_at desc, notice_id desc);
create index notice_recipients_unread on platform.notice_recipients (tenant_id, user_id) where read_at is null;
create index notice_recipients_digest on platform.notice_recipients (tenant_id, created_at) where in_digest;
call platform.secure_tenant_table('platform.notice_recipients');
call platform.wall_part('platform.notice_recipients', 'notice_id', 'platform.notices');
call platform.allow_system('platform.notice_recipients', 'select (tenant_id, in_digest, created_at)');

-- A person chooses what comes by mail, and when. A person without a row has the defaults.
create table platform.notification_settings (
  tenant_id text not null,
  user_id text not null,
  runs text not null default 'now' check (runs in ('now', 'daily', 'off')),
  clients text not null default 'now' check (clients in ('now', 'daily', 'off')),
  digest text not null default 'off' check (digest in ('now', 'daily', 'off')),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.notification_settings');

-- Channels of Slack and Teams that get a workspace's notices. The address is a secret: whoever has it can post.
create table platform.notice_channels (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  kind text not null check (kind in ('slack', 'teams')),
  label text not null,
  -- The host of the address, to tell channels apart.
  host text not null,
  -- The address, encrypted with a key of the installation, for this row only.
  sealed text not null,
  -- The secret of the installation that encrypted it.
  key_id text not null generated always as (left(sealed, 12)) stored,
  -- The groups of notices that it gets.
  groups text[] not null check (groups <@ '{runs,clients}' and cardinality(groups) > 0),
  enabled boolean not null default true,
  -- The latest post; the error is null if it arrived.
  posted_at timestamptz,
  post_error text,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id)
);
create index notice_channels_list on platform.notice_channels (tenant_id, created_at, id);
create index notice_channels_key on platform.notice_channels (key_id, tenant_id);
call platform.secure_tenant_table('platform.notice_channels');
call platform.allow_system('platform.notice_channels', 'select (tenant_id, key_id)');

--
-- Search over everything: one row for each text. A trigger notes a change in its transaction, and background work makes
-- the row (docs/decisions/search.md)
--
-- Replaces the digits of other scripts by 0 to 9. A translation looks through its list for every letter of a text, so only
-- texts with such digits are translated.
create function platform.fold_digits(given text) returns text language sql immutable strict parallel safe
  return case when given ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9\u1810-\u1819]'
    then translate(given, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59\0ed0\0ed1\0ed2\0ed3\0ed4\0ed5\0ed6\0ed7\0ed8\0ed9\0f20\0f21\0f22\0f23\0f24\0f25\0f26\0f27\0f28\0f29\1040\1041\1042\1043\1044\1045\1046\1047\1048\1049\17e0\17e1\17e2\17e3\17e4\17e5\17e6\17e7\17e8\17e9\1810\1811\1812\1813\1814\1815\1816\1817\1818\1819', repeat('0123456789', 17)) else given end;

-- Folds a text, so that words are found in any spelling, in all scripts (docs/requirements/search.md): without case, width,
-- accents, vowel signs of Arabic and Hebrew and invisible characters. The letters that follow are those that neither case
-- nor decomposition makes equal: the Turkish dotless i, the final sigma, the Arabic alef maqsura, ta marbuta and their
-- Persian kin, and Latin letters with strokes. fold-words.ts folds likewise.
create function platform.fold_text(given text) returns text language sql immutable strict parallel safe
  return case when octet_length(given) = length(given) then lower(given)
    else replace(replace(replace(replace(platform.fold_digits(translate(
      lower(normalize(regexp_replace(normalize(given, NFKD),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670'
        || '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e'
        || '\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), NFC)),
      U&'\0131\03c2\0649\0629\06cc\06a9\0142\00f8\0111\0127\0167', U&'i\03c3\064a\0647\064a\0643lodht')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- Returns the letters of languages that write without spaces, as a bracket of a regular expression. Their words are
-- pairs of letters.
create function platform.unspaced_letters() returns text language sql immutable parallel safe
  return '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3021-\u302f\u3031-\u30fa\u30fc-\u31ff\u3400-\u9fff'
    || '\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff';

-- Makes the pairs of a run of such letters, and the last letter alone, which the search for one letter finds.
create function platform.pair_letters(run text) returns text language sql immutable strict parallel safe
begin atomic
  select string_agg(letter || coalesce(next, ''), ' ' order by place) from (
    select letter, place, lead(letter) over (order by place) as next
    from unnest(string_to_array(run, null)) with ordinality as letters (letter, place)
  ) pairs;
end;

-- Makes the words of a text, apart by spaces. Separators are named one by one, because the classes of letters depend on
-- the server's locale. A word before ++ or # has a second one, so that C++ and C# are found beside C.
create function platform.text_words(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  unspaced constant text := platform.unspaced_letters();
  folded constant text := regexp_replace(regexp_replace(platform.fold_text(given),
    '([a-z0-9]{1,20})\+\+', '\1 \1plusplus ', 'g'), '([a-z0-9]{1,20})#(?![a-z0-9])', '\1 \1sharp ', 'g');
  spaced text := regexp_replace(folded,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    || '\u05be\u060c\u061b\u061f\u066a-\u066d\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f'
    || '\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe4f\ufffd\U0001f000-\U0001faff]+', ' ', 'g');
begin
  if spaced ~ ('[' || unspaced || ']') then
    select string_agg(case when piece[1] is null then piece[2] else platform.pair_letters(piece[1]) end, ' ' order by place)
    into spaced
    from regexp_matches(spaced, '([' || unspaced || ']+)|([^' || unspaced || ']+)', 'g') with ordinality as pieces (piece, place);
  end if;
  return spaced;
end
$$;

-- Returns the different words. The end of a word of more than 100 letters is left out.
create function platform.distinct_words(words text) returns setof text language sql immutable strict parallel safe rows 300
begin atomic
  select distinct left(word, 100) from string_to_table(words, ' ') word where word <> '';
end;

-- Begins every key of a tenant, so that the keys of a word are those of one tenant. Two tenants may share it.
create function platform.tenant_mark(tenant text) returns text language sql immutable strict parallel safe
  return left(encode(sha256(convert_to(tenant, 'UTF8')), 'hex'), 6);

-- Begins the keys of a stretch of ids. The keys of the newest stretches find the newest texts first.
create function platform.stretch_key(tenant text, id bigint) returns text language sql immutable strict parallel safe
  return platform.tenant_mark(tenant) || '=s' || id / 1024;

-- Makes the keys of the index: the words, those of the title again after '^', and the endings of long words after '~',
-- which make parts of words the beginnings of keys: '~preis' of 'kupferpreis'. Other keys narrow a search.
create function platform.search_keys(tenant text, id bigint, engagement text, kind text, words text)
returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  mark constant text := platform.tenant_mark(tenant);
  different constant text[] := array(select platform.distinct_words(replace(words, e'\n', ' ')));
begin
  return array_to_tsvector(
    array(select mark || word from unnest(different) word)
    || array(select mark || '^' || word from platform.distinct_words(split_part(words, e'\n', 1)) word)
    || array(
      select mark || '~' || substr(word, first) from unnest(different) word
      cross join lateral generate_series(3, length(word) - 3) first
      where length(word) between 10 and 30 and word !~ '[0-9]' limit 8000)
    || array[mark || '=k' || kind, mark || '=e' || engagement, platform.stretch_key(tenant, id)]);
end
$$;

-- Makes the keys of an engagement's name and client: every ending of their words, so that a part of a word is the
-- beginning of a key. `words` are those of platform.search_texts.
create function platform.title_keys(tenant text, words text) returns tsvector language sql immutable strict parallel safe
begin atomic
  select array_to_tsvector(coalesce(array_agg(distinct platform.tenant_mark(tenant) || substr(word, first)), '{}'))
  from string_to_table(split_part(words, e'\n', 1), ' ') word
  cross join lateral generate_series(1, length(word)) first;
end;

create table platform.search_texts (
  tenant_id text not null,
  -- A changed text gets a new one, so a larger id is a newer text.
  id bigint generated by default as identity,
  engagement_id text not null,
  kind text not null check (kind in ('engagement', 'deliverable', 'source', 'comment', 'page')),
  -- Id of the row that the text comes from.
  source_id text not null,
  -- Part 0 of a source is its name, 1 and up are fifty passages each. Several rows hold a text too long for one.
  part integer not null default 0,
  title text not null,
  -- The text of an archived page, whose own copy is not in the database.
  body text,
  -- The words of the title in the first line and those of the text in the second, each after a space.
  words text not null,
  deliverable_id text generated always as (case kind when 'deliverable' then source_id end) stored,
  attachment_id text generated always as (case kind when 'source' then source_id end) stored,
  page_id text generated always as (case kind when 'page' then source_id end) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, page_id) references platform.pages (tenant_id, id) on delete cascade
);
create index search_texts_engagement on platform.search_texts (tenant_id, engagement_id);
create index search_texts_source on platform.search_texts (tenant_id, kind, source_id);
create index search_texts_deliverable on platform.search_texts (tenant_id, deliverable_id) where deliverable_id is not null;
create index search_texts_attachment on platform.search_texts (tenant_id, attachment_id) where attachment_id is not null;
create index search_texts_page on platform.search_texts (tenant_id, page_id) where page_id is not null;
-- These indexes have no list of pending rows, which each search would have to read.
create index search_texts_keys on platform.search_texts
  using gin (platform.search_keys(tenant_id, id, engagement_id, kind, words)) with (fastupdate = off);
create index search_texts_titles on platform.search_texts
  using gin (platform.title_keys(tenant_id, words)) with (fastupdate = off) where kind = 'engagement';
-- The planner needs no statistics, because the functions below take the index in any case, and making them reads every text.
alter index platform.search_texts_keys alter column 1 set statistics 0;
alter index platform.search_texts_titles alter column 1 set statistics 0;
alter table platform.search_texts alter column words set statistics 0, alter column body set statistics 0;
call platform.secure_tenant_table('platform.search_texts');
call platform.wall_table('platform.search_texts');
call platform.allow_system('platform.search_texts', 'select (tenant_id, id, engagement_id, kind, source_id, title, words)');

-- Texts that have changed since the search last read them. Nobody waits for a row of it: each change adds its own.
create table platform.search_changes (
  tenant_id text not null,
  id bigint generated by default as identity,
  engagement_id text not null,
  kind text not null,
  source_id text not null,
  part integer not null default 0,
  -- The text of an archived page.
  body text,
  -- Later than now after a failure.
  due_at timestamptz not null default now(),
  failures integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index search_changes_engagement on platform.search_changes (tenant_id, engagement_id);
call platform.secure_tenant_table('platform.search_changes');
call platform.wall_table('platform.search_changes');
call platform.allow_system('platform.search_changes', 'select (tenant_id, due_at)');

-- Notes that the text of a row has changed.
create procedure platform.note_change(tenant text, engagement text, text_kind text, source text, part integer default 0)
language sql as $$
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, part)
  values (tenant, engagement, text_kind, source, part)
$$;

create function platform.search_engagement() returns trigger language plpgsql as $$
begin
  call platform.note_change(new.tenant_id, new.id, 'engagement', new.id);
  delete from platform.search_texts t where t.tenant_id = new.tenant_id and t.kind = 'engagement' and t.source_id = new.id;
  return null;
end
$$;
create trigger engagement_searched after insert or update of name, client, brief on platform.engagements
  for each row execute function platform.search_engagement();

-- The latest version of a file is found, and no internal file.
create function platform.search_deliverable() returns trigger language plpgsql as $$
begin
  if starts_with(new.filename, '_') then return null; end if;
  delete from platform.search_texts t
  where t.tenant_id = new.tenant_id and t.kind = 'deliverable' and t.source_id = any(array(
    select older.id from platform.deliverables older where older.tenant_id = new.tenant_id
      and older.engagement_id = new.engagement_id and older.filename = new.filename and older.version < new.version));
  call platform.note_change(new.tenant_id, new.engagement_id, 'deliverable', new.id);
  return null;
end
$$;
create trigger deliverable_searched after insert on platform.deliverables
  for each row execute function platform.search_deliverable();

create function platform.search_attachment() returns trigger language plpgsql as $$
begin
  delete from platform.search_texts t
  where t.tenant_id = new.tenant_id and t.kind = 'source' and t.source_id = new.id and t.part = 0;
  call platform.note_change(new.tenant_id, new.engagement_id, 'source', new.id);
  return null;
end
$$;
create trigger attachment_searched after insert or update of filename, summary on platform.attachments
  for each row execute function platform.search_attachment();

-- The attachment of passages that go with it is not there any more.
create function platform.search_passages() returns trigger language plpgsql as $$
begin
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, part)
  select distinct c.tenant_id, c.engagement_id, 'source', c.attachment_id, 1 + c.ordinal / 50
  from changed c join platform.attachments a on a.tenant_id = c.tenant_id and a.id = c.attachment_id;
  return null;
end
$$;
create trigger passages_searched after insert on platform.context_chunks
  referencing new table as changed for each statement execute function platform.search_passages();
create trigger passages_gone after delete on platform.context_chunks
  referencing old table as changed for each statement execute function platform.search_passages();

create function platform.forget_passages() returns trigger language plpgsql as $$
begin
  delete from platform.search_texts t
  using (select distinct tenant_id, attachment_id from removed) gone
  where t.tenant_id = gone.tenant_id and t.kind = 'source' and t.source_id = gone.attachment_id and t.part > 0;
  return null;
end
$$;
create trigger passages_forgotten after delete on platform.context_chunks
  referencing old table as removed for each statement execute function platform.forget_passages();

-- The text of a page is in the object storage; the verb that archives it adds it.
create function platform.search_page() returns trigger language plpgsql as $$
begin
  call platform.note_change(new.tenant_id, new.engagement_id, 'page', new.id);
  return null;
end
$$;
create trigger page_searched after insert on platform.pages for each row execute function platform.search_page();

create function platform.search_comment() returns trigger language plpgsql as $$
begin
  call platform.note_change(new.tenant_id, new.engagement_id, 'comment', new.id);
  return null;
end
$$;
create trigger comment_searched after insert on platform.comments
  for each row execute function platform.search_comment();

-- A reply is found as a part of its comment.
create function platform.search_reply() returns trigger language plpgsql as $$
begin
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id)
  select c.tenant_id, c.engagement_id, 'comment', c.id from platform.comments c
  where c.tenant_id = new.tenant_id and c.id = new.comment_id;
  return null;
end
$$;
create trigger reply_searched after insert on platform.comment_replies
  for each row execute function platform.search_reply();

create function platform.forget_comment() returns trigger language plpgsql as $$
begin
  delete from platform.search_texts t where t.tenant_id = old.tenant_id and t.kind = 'comment' and t.source_id = old.id;
  return null;
end
$$;
create trigger comment_forgotten after delete on platform.comments
  for each row execute function platform.forget_comment();

-- Adds a text in pieces whose keys are below the limit of 1 MB whatever their letters are.
create procedure platform.add_search_text(change platform.search_changes, title text, body text) language plpgsql as $$
declare
  width constant integer := case when body ~ ('[' || platform.unspaced_letters() || ']') then 60000 else 100000 end;
begin
  insert into platform.search_texts (tenant_id, engagement_id, kind, source_id, part, title, body, words)
  select change.tenant_id, change.engagement_id, change.kind, change.source_id, change.part, title,
    case change.kind when 'page' then piece end,
    ' ' || platform.text_words(left(title, 1000)) || e'\n ' || platform.text_words(piece)
  from (
    select substr(body, 1 + place * width, width) as piece from generate_series(0, greatest(length(body) - 1, 0) / width) place
  ) pieces;
end
$$;

-- Returns the first heading of a document without marks of emphasis, or else its name.
create function platform.document_title(content text, filename text) returns text language sql immutable parallel safe
  return coalesce(
    left(nullif(trim(translate((regexp_match(content, '^ {0,3}#{1,6}[ \t]+([^\n]*?)[ \t#]*$', 'n'))[1], '*`', '')), ''), 300),
    filename);

-- Makes the rows of a changed text anew from what its source says now.
create procedure platform.index_change(change platform.search_changes) language plpgsql as $$
declare
  indexed record;
  told record;
begin
  delete from platform.search_texts t
  where t.tenant_id = change.tenant_id and t.kind = change.kind and t.source_id = change.source_id and t.part = change.part;
  case change.kind
  when 'engagement' then
    select name || ' · ' || client as title, brief as body into told
    from platform.engagements where tenant_id = change.tenant_id and id = change.source_id;
  when 'deliverable' then
    select d.filename, d.version into indexed
    from platform.deliverables d where d.tenant_id = change.tenant_id and d.id = change.source_id;
    delete from platform.search_texts t
    where t.tenant_id = change.tenant_id and t.kind = 'deliverable' and t.source_id = any(array(
      select older.id from platform.deliverables older
      where older.tenant_id = change.tenant_id and older.engagement_id = change.engagement_id
        and older.filename = indexed.filename and older.version < indexed.version));
    select platform.document_title(d.content, d.filename) as title, d.filename || ' ' || d.content as body into told
    from platform.deliverables d
    where d.tenant_id = change.tenant_id and d.id = change.source_id and not exists (
      select from platform.deliverables newer where newer.tenant_id = change.tenant_id
        and newer.engagement_id = change.engagement_id and newer.filename = indexed.filename
        and newer.version > indexed.version);
  when 'source' then
    select a.filename as title, case change.part when 0 then coalesce(a.summary, '') else passages.body end as body into told
    from platform.attachments a
    cross join lateral (
      select string_agg(c.content, ' ' order by c.ordinal) as body from platform.context_chunks c
      where change.part > 0 and c.tenant_id = a.tenant_id and c.attachment_id = a.id
        and c.ordinal between (change.part - 1) * 50 and change.part * 50 - 1
    ) passages
    where a.tenant_id = change.tenant_id and a.id = change.source_id and (change.part = 0 or passages.body is not null);
  when 'comment' then
    -- The lock waits for a deletion, which then finds the row.
    select c.author_name as title, concat_ws(' ', c.body, (
      select string_agg(r.author_name || ' ' || r.body, ' ' order by r.created_at, r.id) from platform.comment_replies r
      where r.tenant_id = c.tenant_id and r.comment_id = c.id)) as body into told
    from platform.comments c where c.tenant_id = change.tenant_id and c.id = change.source_id for key share;
  when 'page' then
    select p.title, coalesce(change.body, concat_ws(' ', p.author, p.url)) as body into told
    from platform.pages p where p.tenant_id = change.tenant_id and p.id = change.source_id;
  end case;
  if found then call platform.add_search_text(change, told.title, told.body); end if;
end
$$;

-- Lets the search find the tenant's oldest changes, unless another process does so now. Returns how many are done, with
-- what Postgres says of each that fails, which waits longer after each failure. A deletion locks its row before it deletes
-- the texts of the row, and indexing takes the same locks first: in the opposite order, the two could wait for each other.
-- A change whose rows another transaction holds waits for the next call.
create function platform.index_changes(most integer) returns table (done integer, failures text[]) language plpgsql as $$
declare
  tenant constant text := platform.current_tenant_id();
  change platform.search_changes;
begin
  done := 0;
  failures := '{}';
  if pg_try_advisory_xact_lock(hashtextextended('search ' || tenant, 0)) then
    for change in
      select c.* from platform.search_changes c
      join platform.engagements e on e.tenant_id = c.tenant_id and e.id = c.engagement_id
      where c.tenant_id = tenant and c.due_at <= now() order by c.id limit most
      for key share of e skip locked
    loop
      if change.kind = 'source' then
        perform from platform.attachments a
        where a.tenant_id = tenant and a.id = change.source_id for key share skip locked;
        continue when not found and exists (
          select from platform.attachments a where a.tenant_id = tenant and a.id = change.source_id);
      end if;
      begin
        call platform.index_change(change);
        delete from platform.search_changes c where c.tenant_id = tenant and c.id = change.id;
      exception when others then
        failures := failures || (change.kind || ' ' || change.source_id || ': ' || sqlerrm);
        update platform.search_changes c
        set failures = c.failures + 1, due_at = now() + least(power(2, c.failures), 3600) * interval '1 second'
        where c.tenant_id = tenant and c.id = change.id;
      end;
      done := done + 1;
    end loop;
  end if;
  return next;
end
$$;

-- Returns the words that a search asks for. The last letter of a run is in its last pair, too.
create function platform.asked_words(asked text) returns text[] language sql immutable strict parallel safe
begin atomic
  with words as (select word from platform.distinct_words(platform.text_words(asked)) word)
  select coalesce(array_agg(word order by word), '{}') from words
  where word !~ ('^[' || platform.unspaced_letters() || ']$')
    or not exists (select from words pair where length(pair.word) = 2 and right(pair.word, 1) = words.word
      and pair.word ~ ('^[' || platform.unspaced_letters() || ']'));
end;

-- Makes the query of a tenant for words, in titles only with the sign '^'. A word is found as it is, with `parts` from
-- three letters also by its beginning and from four within longer words.
create function platform.search_query(tenant text, asked text[], parts boolean, sign text) returns tsquery
language sql immutable strict parallel safe
begin atomic
  select string_agg(case
      when word ~ ('^[' || platform.unspaced_letters() || ']$') then key || ':*'
      when not parts or length(word) < 3 or word ~ ('^[' || platform.unspaced_letters() || ']') then key
      when length(word) < 4 or sign <> '' then key || ':*'
      else '(' || key || ':* | ' || quote_literal(platform.tenant_mark(tenant) || '~' || word) || ':*)' end, ' & ')::tsquery
  from unnest(asked) word
  cross join lateral (select quote_literal(platform.tenant_mark(tenant) || sign || word) as key) keys;
end;

-- Makes the query for the texts of a tenant between two ids, and some others: the beginnings of the numbers of
-- stretches.
create function platform.stretches_query(tenant text, first bigint, last bigint) returns text
language sql immutable strict parallel safe
begin atomic
  select '(' || string_agg(distinct quote_literal(platform.tenant_mark(tenant) || '=s' || number)
      || case when width > 1 then ':*' else '' end, ' | ') || ')'
  from (select power(10, floor(log(greatest(last / 1024 - first / 1024, 1))))::bigint as width) widths
  cross join lateral generate_series(greatest(first, 0) / 1024 / width, last / 1024 / width) number;
end;

-- Finds the current tenant's texts, best first. The operators of full text are not leakproof, so under the policy of
-- the tenant the planner must not use the index: the function runs as ecp_system, takes no tenant from its caller, and
-- returns ids alone, whose rows the caller reads under the policy. Texts behind walls of the viewer are left out. It
-- ranks 100 texts with the words in their titles and 100 others, the newest.
--
-- The index reads all texts with a beginning of a word before it looks at the next word. In a tenant of many texts, a
-- word that many of the newest have is therefore compared in the texts that the other words have found. Words that all
-- are frequent are looked for among the newest 2,000 or 30,000 texts first, so that not all that have them are read;
-- others among all, and among the newest if there are too many, because the index gives the oldest first. If many texts
-- have each of the words, parts of them are looked for among the newest texts alone. The planner takes a function for a
-- thousand rows, and would read all texts of a tenant to join them with so many: hence `rows 50`.
create function platform.find_texts(asked text, parts boolean, only_kind text, only_engagement text, most integer)
returns table (id bigint, rank real) language plpgsql stable strict security definer rows 50
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '16MB' set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  asked_words constant text[] := platform.asked_words(asked);
  -- The texts of these would take places of others.
  hidden constant text[] := case when platform.sees_all_engagements() then '{}'
    else array(select platform.hidden_engagements()) end;
  newest constant bigint := (select max(t.id) from platform.search_texts t where t.tenant_id = tenant);
  -- The 10,000th of the newest texts; null in a tenant that has fewer.
  early constant bigint := (
    select t.id from platform.search_texts t where t.tenant_id = tenant order by t.id desc offset 10000 limit 1);
  mark constant text := platform.tenant_mark(tenant);
  narrowing constant text := concat_ws(' & ',
    quote_literal(mark || '=k' || nullif(only_kind, '')), quote_literal(mark || '=e' || nullif(only_engagement, '')));
  common text[] := '{}';
  common_in_titles text[] := '{}';
  frequent text[] := '{}';
  compared text[];
  looked_up text[];
  query text;
  step text;
  hits bigint[];
  most_recent bigint[];
  matches bigint[];
  candidates bigint[] := '{}';
begin
  if newest is null or asked_words = '{}' or coalesce(current_setting('app.viewer', true), '') = '' then return; end if;
  if early is not null then
    -- The words with which 3 of the newest 100 texts or titles have one that begins. For parts, a word is
    -- frequent if one of them has it, or one of 60 others among the newest 30,000.
    select coalesce(array_agg(word) filter (where texts >= 3), '{}'),
      coalesce(array_agg(word) filter (where titles >= 3), '{}'),
      coalesce(array_agg(word) filter (where texts + others > 0), '{}')
    into common, common_in_titles, frequent
    from (
      select word, count(*) filter (where is_newest and strpos(sample.words, ' ' || word) > 0) as texts,
        count(*) filter (where is_newest and strpos(split_part(sample.words, e'\n', 1), ' ' || word) > 0) as titles,
        count(*) filter (where not is_newest and strpos(sample.words, ' ' || word) > 0) as others
      from unnest(asked_words) word
      cross join (
        (select true as is_newest, left(t.words, 20000) as words from platform.search_texts t
        where t.tenant_id = tenant and t.engagement_id <> all (hidden) order by t.id desc limit 100)
        union all
        select false, left(other.words, 20000) from generate_series(1, case when parts then 60 else 0 end) place
        cross join lateral (
          select t.words from platform.search_texts t
          where t.tenant_id = tenant and t.id <= newest - (place * 618 % 1000) * (newest - early) * 3 / 1000
            and t.engagement_id <> all (hidden)
          order by t.id desc limit 1
        ) other
      ) sample
      group by word
    ) counted;
  end if;
  foreach step in array case
    when early is null or common @> asked_words then array['titles', 'newest', 'all']
    when parts and frequent @> asked_words then array['titles', 'early', 'all']
    else array['titles', 'all', 'early'] end
  loop
    compared := case when not parts then '{}' when step = 'titles' then common_in_titles else common end;
    looked_up := array(select unnest(asked_words) except select unnest(compared));
    exit when step = 'all' and looked_up = '{}' and only_engagement = '';
    query := concat_ws(' & ',
      '(' || platform.search_query(tenant, looked_up, parts, case step when 'titles' then '^' else '' end)::text || ')',
      case when step = 'newest' or step = 'titles' and common_in_titles @> asked_words
        then platform.stretches_query(tenant, newest - 1024, newest)
        when step = 'early' then platform.stretches_query(tenant, newest - 3 * (newest - early), newest) end,
      nullif(narrowing, ''));
    hits := array(
      select h.id from (
        -- Nothing else may choose the rows: another index would make the keys of all its rows anew.
        select t.tenant_id, t.id from platform.search_texts t
        where platform.search_keys(t.tenant_id, t.id, t.engagement_id, t.kind, t.words) @@ query::tsquery
          and t.engagement_id <> all (hidden)
        limit 10000 offset 0
      ) h
      where h.tenant_id = tenant order by h.id);
    most_recent := hits[greatest(cardinality(hits) - case when compared = '{}' then 99 else 1999 end, 1):];
    matches := array(
      select t.id from platform.search_texts t
      where t.tenant_id = tenant and t.id = any(most_recent) and not exists (
        select from unnest(compared) word
        where strpos(case step when 'titles' then split_part(t.words, e'\n', 1) else t.words end, ' ' || word) = 0)
      order by t.id desc limit 100);
    candidates := candidates || matches;
    exit when step = 'newest' and cardinality(matches) = 100 or step = 'early' and cardinality(matches) >= most
      or step = 'all' and cardinality(hits) < 10000;
  end loop;
  return query
  with ranked as (
    select t.id, t.source_id, (sum(
        ln(1 + (octet_length(t.words) - octet_length(replace(t.words, sought, ''))) / octet_length(sought))
        + case when strpos(split_part(t.words, e'\n', 1), sought) > 0 then 3 else 0 end
      ) / ln(20 + octet_length(t.words)))::real as rank
    from platform.search_texts t
    cross join lateral (
      select case when parts then word else ' ' || word end as sought from unnest(asked_words) word
    ) words_of
    where t.tenant_id = tenant and t.id = any(candidates) group by t.tenant_id, t.id
  ), best as (
    select distinct on (r.source_id) r.id, r.rank from ranked r order by r.source_id, r.rank desc, r.id
  )
  select b.id, b.rank from best b order by b.rank desc, b.id desc limit most;
end
$$;
call platform.run_as_system('platform.find_texts(text, boolean, text, text, integer)');

-- Finds the current tenant's engagements whose names or clients may contain a text: all that do, and some others.
-- Returns null if there are more than `most`, if too many have the words for a look at each, or if the text has no
-- words to look for. Like platform.find_texts it runs as ecp_system, takes no tenant from its caller, leaves out what is
-- behind walls of the viewer, and returns ids alone. It has the memory to note 900,000 pages: with less, the index names
-- pages in place of rows, and the keys of every row of these pages are made again.
create function platform.find_titles(asked text, most integer)
returns text[] language plpgsql stable strict security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '64MB' set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  tenant constant text := platform.current_tenant_id();
  hidden constant text[] := case when platform.sees_all_engagements() then '{}'
    else array(select platform.hidden_engagements()) end;
  looked_at constant integer := 200000;
  pattern constant text := '%' || regexp_replace(asked, '([\\%_])', '\\\1', 'g') || '%';
  -- Behind each word but the last, the text has a separator, so the word is a whole ending. Behind others, a letter
  -- begins too many.
  query constant tsquery := (
    select string_agg(
      quote_literal(platform.tenant_mark(tenant) || word) || case when place = last then ':*' else '' end, ' & '
    )::tsquery
    from (
      select word, place, max(place) over () as last, count(*) over () as words
      from string_to_table(platform.text_words(asked), ' ') with ordinality words (word, place) where word <> ''
    ) words
    where place < last or words = 1 or octet_length(word) > 1);
  found_ids text[];
begin
  if query is null then return null; end if;
  found_ids := array(
    select case when h.place <= looked_at then h.source_id end from (
      -- Nothing else may choose the rows, as in platform.find_texts.
      select t.tenant_id, t.source_id, t.title, row_number() over () as place from platform.search_texts t
      where t.kind = 'engagement' and platform.title_keys(t.tenant_id, t.words) @@ query
        and t.engagement_id <> all (hidden)
      limit looked_at + 1 offset 0
    ) h
    where h.tenant_id = tenant and (h.title ilike pattern or h.place > looked_at) limit most + 1);
  return case when cardinality(found_ids) <= most and array_position(found_ids, null) is null then found_ids end;
end
$$;
call platform.run_as_system('platform.find_titles(text, integer)');

-- Finds the current tenant's engagements whose names or clients may contain a text, those included whose names the
-- index does not have yet. Returns null where platform.find_titles does, and while the index lags far behind.
create function platform.find_engagements(asked text, most integer) returns text[] language sql stable strict
begin atomic
  select case when found.titles is not null then (
      select case when count(*) <= 50000 and count(distinct changed.id) <= most
        then found.titles || coalesce(array_agg(distinct changed.id) filter (where changed.id is not null), '{}') end
      from (
        select case c.kind when 'engagement' then c.engagement_id end as id from platform.search_changes c
        where c.tenant_id = platform.current_tenant_id() limit 50001
      ) changed) end
  from (select platform.find_titles(asked, most) as titles) found;
end;

--
-- Ownership of durable work
--
-- A process renews the row of its executor id, which is new for each process life. Whoever deletes an expired row in one
-- transaction with handing on its work has taken that work over (docs/decisions/ownership-by-lease.md). The table has a few
-- rows only, so it has no further index.
create table platform.executor_leases (
  executor_id text primary key,
  service text not null check (service in ('engine', 'platform')),
  -- The process on its machine, so that another one there sees its end at once. Null where the system does not tell.
  machine text,
  pid integer not null,
  process_start text,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
) with (fillfactor = 50);
call platform.secure_system_table('platform.executor_leases', 'select, insert, update, delete');

-- Is the work of this executor in hands?
create function platform.executor_lives(id text) returns boolean language sql stable
  return exists (select from platform.executor_leases where executor_id = id);
revoke execute on function platform.executor_lives(text) from public;
grant execute on function platform.executor_lives(text) to ecp_system;

-- Begins each transaction of an executor. Its shared lock lasts until the transaction ends, and a takeover takes the lock
-- alone: what an executor writes is either committed before the takeover, or refused. A lock on the row would make each
-- read a write, with a record in the log of the database.
create function platform.confirm_lease(id text) returns void language plpgsql volatile strict security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7305204, hashtext(id));
  if not exists (select from platform.executor_leases where executor_id = id) then
    raise exception 'Another process has taken over the work of %', id using errcode = 'EL002';
  end if;
end
$$;
call platform.run_as_system('platform.confirm_lease(text)');

-- Durable work of both services (docs/decisions/durable-work.md). A row without an owner waits; one with an owner is
-- executed by that process life. Whoever ends the lease of a dead owner lets its work wait again in the same transaction.
create table platform.works (
  service text not null check (service in ('engine', 'platform')),
  id text not null,
  kind text not null,
  queue text not null,
  -- Works of one lane wait for each other, and for no other lane. Empty in a queue without lanes.
  lane text not null,
  -- Once the work has ended only its tenant, because mails contain addresses and names.
  input json not null,
  owner text,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  failing_since timestamptz,
  ended_at timestamptz,
  primary key (service, id)
) with (fillfactor = 70);
call platform.secure_system_table('platform.works', 'select, insert, update, delete');
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
call platform.run_as_system('platform.enqueue_work(text, text, text, text, text, json, double precision)');
grant execute on function platform.enqueue_work(text, text, text, text, text, json, double precision) to ecp_system;

--
-- The engine: budgets, runs, calls and what a run has learned
--
-- What the engagement may cost over all its runs, what was spent, and what calls in flight may still cost.
create table engine.budgets (
  tenant_id text not null,
  engagement_id text not null,
  limit_nano_usd bigint not null check (limit_nano_usd > 0),
  spent_nano_usd bigint not null default 0 check (spent_nano_usd >= 0),
  reserved_nano_usd bigint not null default 0 check (reserved_nano_usd >= 0),
  primary key (tenant_id, engagement_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('engine.budgets');
call platform.wall_table('engine.budgets');

-- What a tenant's calls cost the operator on a day in UTC, and what calls in flight may still cost. Rows are kept only
-- where MAX_TENANT_USD_PER_DAY is set; calls with a tenant's own keys cost the operator nothing and do not count.
create table engine.tenant_days (
  tenant_id text not null,
  day date not null,
  spent_nano_usd bigint not null default 0 check (spent_nano_usd >= 0),
  reserved_nano_usd bigint not null default 0 check (reserved_nano_usd >= 0),
  primary key (tenant_id, day)
);
call platform.secure_tenant_table('engine.tenant_days');
call platform.allow_system('engine.tenant_days', 'select, delete');

-- The days of an erased tenant go with it. They outlive its engagements, because otherwise a deletion would begin the
-- day anew.
create function platform.forget_tenant_days() returns trigger language plpgsql as $$
begin
  delete from engine.tenant_days where tenant_id = old.id;
  return null;
end
$$;
create trigger forget_tenant_days after delete on platform.tenants
  for each row execute function platform.forget_tenant_days();

-- What the current tenant has spent today, for the platform.
create function platform.spent_today() returns bigint language sql stable as $$
  select coalesce(sum(spent_nano_usd), 0)::bigint from engine.tenant_days
  where tenant_id = platform.current_tenant_id() and day = (now() at time zone 'utc')::date
$$;

create table engine.runs (
  -- Given by the platform; unique within its tenant only, so that no tenant can notice another's.
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  -- A run of kind `plan` makes the plan and no document, one of kind `judge` asks a judge about the statements of a text
  -- that a person wrote, one of kind `query` writes one statement for a question, one of kind `grid` answers questions about
  -- one file, one of kind `storyline` makes a deck, and ends: its calls are paid, recorded and recovered like any other.
  kind text not null default 'run' check (kind in ('run', 'plan', 'judge', 'query', 'storyline', 'grid')),
  status text not null check (status in ('running', 'paused', 'completed', 'failed')),
  error text,
  failure_reason text check (failure_reason in ('stopped', 'budget_exhausted', 'tenant_spend_limit', 'tasks_failed',
    'planning_failed', 'task_missing', 'start_failed', 'engine_lost', 'internal_error', 'text_too_complex',
    'processes_lost')),
  -- The request that began the run: engagement, tasks, sources, previous versions.
  input json not null,
  -- Tasks as executed: given or planned.
  tasks json,
  -- The judge's answers in the order of the questions; null before they are there, and for other kinds.
  judged json,
  -- The statement that a run of kind `query` has written.
  drafted json,
  -- The cells that a run of kind `grid` has answered.
  answered json,
  cost_nano_usd bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- What providers read from their caches, and what that saved against the full price.
  cached_input_tokens bigint not null default 0,
  saved_nano_usd bigint not null default 0,
  steps integer not null default 0,
  last_event bigint not null default 0,
  -- The marker that encloses untrusted text in the prompts of the run: 122 random bits.
  fence text not null default replace(gen_random_uuid()::text, '-', ''),
  -- A run of which everything left waits for answers has no workflow and no place in the queue. An answer, or `wakes_at`,
  -- starts the next one; `generation` counts them.
  generation integer not null default 0,
  wakes_at timestamptz,
  -- Set by Stop: no call may be reserved any more; the run fails once the calls in flight are settled.
  stop_requested_at timestamptz,
  -- A process that is lost leaves a mark on its runs: how often that has happened at the same place of the run, which
  -- process it was, so that repeating counts once, and that place, by the run's events and answered calls. The run fails
  -- if it has ended two processes.
  lost_processes integer not null default 0,
  lost_process text,
  lost_progress bigint not null default 0,
  -- The process in which a run that may have ended others had its turn.
  turn_process text,
  -- Whether it has ended a process in which no other run can have done so.
  ends_processes boolean not null default false,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whether the run has lost the texts in its events, and its request with the answers of its calls
  -- (docs/decisions/retention.md).
  events_thinned boolean not null default false,
  calls_thinned boolean not null default false,
  primary key (tenant_id, id),
  -- An order that comes after the deletion of its engagement is refused.
  constraint runs_of_engagement foreign key (tenant_id, engagement_id)
    references platform.engagements (tenant_id, id) on delete cascade
);
create index runs_engagement on engine.runs (tenant_id, engagement_id);
create index runs_active on engine.runs (status) where status in ('running', 'paused');
create index runs_waiting on engine.runs (wakes_at) where wakes_at is not null;
create index runs_events_kept on engine.runs (finished_at, id) where finished_at is not null and not events_thinned;
create index runs_calls_kept on engine.runs (finished_at, id) where finished_at is not null and not calls_thinned;
call platform.secure_tenant_table('engine.runs');
call platform.wall_table('engine.runs');
call platform.allow_system('engine.runs', 'select');

-- Numbered in commit order by a lock on the run; event_key makes a repeated step harmless.
create table engine.events (
  tenant_id text not null,
  run_id text not null,
  seq bigint not null,
  event_key text not null,
  type text not null,
  data json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, seq),
  unique (tenant_id, run_id, event_key),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
create index events_log on engine.events (tenant_id, run_id, seq) where type = 'log';
call platform.secure_tenant_table('engine.events');
call platform.wall_part('engine.events', 'run_id', 'engine.runs');

-- Every call to a model: reserved before, settled after (docs/decisions/budget-wall.md). call_key names the call in its run.
create table engine.model_calls (
  id text primary key,
  tenant_id text not null,
  run_id text not null,
  engagement_id text not null,
  call_key text not null,
  attempt integer not null,
  task_id text,
  purpose text not null,
  agent_slug text not null,
  model text not null,
  -- reserved: may be in flight; settled: answered and paid; released: never billed; unknown: no answer, counted at its worst case.
  status text not null check (status in ('reserved', 'settled', 'released', 'unknown')),
  executor_id text not null,
  reserved_nano_usd bigint not null,
  cost_nano_usd bigint not null default 0,
  -- The day that pays the call; null for one that counts for no day.
  paying_day date,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- What the provider read from its cache, what it wrote to it, and what the reading saved against the full price.
  cached_input_tokens bigint not null default 0,
  cache_write_tokens bigint not null default 0,
  saved_nano_usd bigint not null default 0,
  -- SHA-256 of what the call asked, hexadecimal, for the dossier of an engagement.
  prompt_sha256 text,
  answer json,
  -- The hash of an answer that is no longer kept, as dossiers show it.
  answer_sha256 text,
  -- Whether the answer stopped at the model's output limit.
  cut boolean not null default false,
  error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (tenant_id, run_id, call_key, attempt),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
create index model_calls_reserved on engine.model_calls (executor_id) where status = 'reserved';
call platform.secure_tenant_table('engine.model_calls');
call platform.wall_table('engine.model_calls');
call platform.allow_system('engine.model_calls', 'select');

-- How a model call ended for good without an answer: a repeated execution is told the same again. An answer stands in
-- engine.model_calls, a stop in engine.runs.
create table engine.call_endings (
  tenant_id text not null,
  run_id text not null,
  call_key text not null,
  outcome text not null check (outcome in ('failed', 'exhausted', 'tenant_spend_limit')),
  message text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, call_key),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('engine.call_endings');
call platform.wall_part('engine.call_endings', 'run_id', 'engine.runs');

-- What the tools answered in a turn of a call, as its model was shown it: a repeated step executes none of them again, and
-- every later turn begins with the same bytes.
create table engine.tool_results (
  tenant_id text not null,
  run_id text not null,
  call_key text not null,
  results json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, call_key),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('engine.tool_results');
call platform.wall_part('engine.tool_results', 'run_id', 'engine.runs');

-- A question to a colleague has its row before it is asked: the row is its claim, so that one question to one colleague
-- is paid once in a run, and the record of why it was not asked.
create table engine.delegations (
  id text not null,
  tenant_id text not null,
  run_id text not null,
  task_id text not null,
  -- 1: asked by the lead; 2: asked by a colleague who was asked.
  depth integer not null default 1 check (depth >= 1),
  parent_id text,
  from_agent text not null,
  to_agent text not null,
  question text not null,
  -- Hash of the question without its case, punctuation and spaces.
  question_key text,
  state text not null default 'answered' check (state in ('asking', 'answered', 'failed', 'reused', 'refused')),
  answer text,
  -- The consultation whose answer this one was given.
  reused_from text,
  -- Why it was refused.
  reason text,
  cost_nano_usd bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id, parent_id) references engine.delegations (tenant_id, run_id, id) on delete cascade,
  foreign key (tenant_id, run_id, reused_from) references engine.delegations (tenant_id, run_id, id) on delete cascade
);
create unique index delegations_question on engine.delegations (tenant_id, run_id, to_agent, question_key)
  where state in ('asking', 'answered');
create index delegations_parent on engine.delegations (tenant_id, run_id, parent_id) where parent_id is not null;
create index delegations_reused on engine.delegations (tenant_id, run_id, reused_from) where reused_from is not null;
call platform.secure_tenant_table('engine.delegations');
call platform.wall_part('engine.delegations', 'run_id', 'engine.runs');

-- Vectors of passages and of searches for them, by the hash of the text, so that none is paid twice. They go with the
-- engagement, like its budget.
create table engine.embeddings (
  tenant_id text not null,
  engagement_id text not null,
  -- Model and, where it was asked for, the number of dimensions.
  model text not null,
  text_hash text not null,
  -- Numbers of 4 bytes each, little-endian.
  vector bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, engagement_id, model, text_hash),
  foreign key (tenant_id, engagement_id) references engine.budgets (tenant_id, engagement_id) on delete cascade
);
call platform.secure_tenant_table('engine.embeddings');
call platform.wall_table('engine.embeddings');

--
-- The engine's choice of models
--
-- One row per task of a run: the choice of the model, why, and how it turned out; the router learns from it.
create table engine.routing_decisions (
  tenant_id text not null,
  run_id text not null,
  engagement_id text not null,
  task_id text not null,
  agent_slug text not null,
  task_kind text not null,
  model text not null,
  -- What a tenant's own models did is learned apart from what the installation's models of the same name did.
  own_models boolean not null default false,
  reason text not null,
  candidates json not null,
  explored boolean not null default false,
  -- The observer's score of the text, the evaluator's of the finished document, and people's review.
  observer_score double precision,
  evaluator_score double precision,
  review text check (review in ('approved', 'revision_requested', 'rejected')),
  cost_nano_usd bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, task_id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
-- The newest tasks of a kind that anyone has judged. A document may lack the observer's score, because that call is optional.
create index routing_decisions_history on engine.routing_decisions (tenant_id, task_kind, created_at desc)
  where observer_score is not null or evaluator_score is not null or review is not null;
-- Whether people sent a task back before.
create index routing_decisions_sent_back on engine.routing_decisions (tenant_id, engagement_id, task_id)
  where review in ('revision_requested', 'rejected');
call platform.secure_tenant_table('engine.routing_decisions');
call platform.wall_table('engine.routing_decisions');

-- A model that a task was left with nothing from. The router counts it like a rejected document.
create table engine.model_failures (
  tenant_id text not null,
  run_id text not null,
  task_id text not null,
  agent_slug text not null,
  task_kind text not null,
  model text not null,
  own_models boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, task_id, model),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
create index model_failures_history on engine.model_failures (tenant_id, task_kind, created_at desc);
call platform.secure_tenant_table('engine.model_failures');
call platform.wall_part('engine.model_failures', 'run_id', 'engine.runs');

-- The runs of an engagement go with it, in the transaction that deletes it, with all that they have stored. Locks are
-- taken in the order of a reservation: run, budget, day. A call in flight costs its day the worst case, because nobody
-- will tell what it has cost; its process ends it once it is told that the run is gone.
create function platform.erase_runs() returns trigger language plpgsql as $$
begin
  perform pg_notify('engine_run_control', id)
    from (select id, status from engine.runs
      where tenant_id = old.tenant_id and engagement_id = old.id for update) run
    where status in ('running', 'paused');
  delete from engine.budgets where tenant_id = old.tenant_id and engagement_id = old.id;
  update engine.tenant_days d set
    reserved_nano_usd = d.reserved_nano_usd - flight.nano_usd, spent_nano_usd = d.spent_nano_usd + flight.nano_usd
  from (
    select paying_day, sum(reserved_nano_usd)::bigint as nano_usd from engine.model_calls
    where tenant_id = old.tenant_id and engagement_id = old.id and status = 'reserved' and paying_day is not null
    group by paying_day
  ) flight
  where d.tenant_id = old.tenant_id and d.day = flight.paying_day;
  delete from engine.runs where tenant_id = old.tenant_id and engagement_id = old.id;
  return old;
end
$$;
create trigger erase_runs before delete on platform.engagements
  for each row execute function platform.erase_runs();

-- The durable work of a run goes with it, of every generation and in every state.
create function platform.delete_works_of_runs() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from platform.works where service = 'engine' and id in (
    select gone.tenant_id || '/' || gone.id || case number when 0 then '' else '~' || number end
    from gone cross join lateral generate_series(0, gone.generation) as number);
  return null;
end
$$;
create trigger delete_works_of_runs after delete on engine.runs referencing old table as gone
  for each statement execute function platform.delete_works_of_runs();
call platform.run_as_system('platform.delete_works_of_runs()');

-- What all engine processes keep to towards a model provider. It is no tenant's data: a provider counts the requests of the
-- whole installation.

-- How often a model has failed in a row, in all engines, and until when it rests while another one is left.
create table engine.model_health (
  provider text not null,
  model text not null,
  failures integer not null,
  resting_until timestamptz,
  primary key (provider, model)
);
call platform.secure_system_table('engine.model_health', 'select, insert, update, delete');

-- Until when a provider asked to be left alone; the model is empty for a provider as a whole.
create table engine.provider_blocks (
  provider text not null,
  model text not null,
  blocked_until timestamptz not null,
  primary key (provider, model)
);
call platform.secure_system_table('engine.provider_blocks', 'select, insert, update');

-- Requests of the last minutes to providers with a configured limit, and the tokens that they may use.
create table engine.provider_requests (
  id text primary key,
  provider text not null,
  begun_at timestamptz not null,
  tokens bigint not null
);
create index provider_requests_newest on engine.provider_requests (provider, begun_at desc);
call platform.secure_system_table('engine.provider_requests', 'select, insert, update, delete');

--
-- Workers: what they offer, and tests of models that people order there
--
-- What a process that executes runs offers to those that give it work. The row ends with the lease.
create table engine.workers (
  executor_id text primary key references platform.executor_leases (executor_id) on delete cascade,
  version text not null,
  -- The models and judges that it calls, with their prices. Keys are never stored here.
  models json not null,
  judges json not null,
  -- True if it works runs by phases where a model is connected.
  has_phases boolean not null
);
call platform.secure_system_table('engine.workers', 'select, insert, update, delete');

-- Tests of models and keys that people have ordered. A worker adds the outcome, which is read once.
create table engine.model_tests (
  tenant_id text not null,
  id text not null,
  outcome json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call platform.secure_tenant_table('engine.model_tests');
