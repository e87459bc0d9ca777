-- Second factors of a user row, which is one person's membership of one tenant (docs/decisions/second-factor.md).

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
alter table platform.passkey_challenges enable row level security;
alter table platform.passkey_challenges force row level security;
call platform.allow_system('platform.passkey_challenges', 'select, insert, delete');
