-- Directories: programs of a firm that keep its people here by SCIM (docs/requirements/directories.md).

-- When the directory switched the person off; null for everybody who may come in.
alter table platform.users add column deactivated_at timestamptz;

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
