-- An assistant of a person: a program that got a key of its own by the person's consent (docs/decisions/assistants.md).
-- The key's hash is that of the access token, which opens /mcp alone and is replaced at each refresh.
alter table platform.api_keys add column assistant boolean not null default false;

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
