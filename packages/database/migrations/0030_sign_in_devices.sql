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
