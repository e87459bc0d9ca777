-- A client's way into one engagement; only the hash of the token is kept.
create table platform.portal_tokens (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  token_hash bytea not null unique,
  label text,
  permissions text[] not null check (permissions <@ '{read,comment,approve}' and cardinality(permissions) > 0),
  expires_at timestamptz,
  created_by text,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index portal_tokens_list on platform.portal_tokens (tenant_id, engagement_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.portal_tokens');
call platform.allow_system('platform.portal_tokens', 'select, update');

create table platform.portal_comments (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  token_id text not null,
  -- Null: about the engagement as a whole.
  filename text,
  author text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, token_id) references platform.portal_tokens (tenant_id, id) on delete cascade
);
create index portal_comments_list on platform.portal_comments (tenant_id, engagement_id, created_at desc, id desc);
create index portal_comments_token on platform.portal_comments (tenant_id, token_id);
call platform.secure_tenant_table('platform.portal_comments');
