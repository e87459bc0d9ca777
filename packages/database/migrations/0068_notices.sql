-- Notices tell people what happened (contract 12). A notice is one thing; each person it is for has a row of
-- notice_recipients. Sentences are made where they are read.
create table platform.notices (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  kind text not null check (kind in ('run_completed', 'run_failed', 'question_asked', 'update_proposed',
    'owner_assigned', 'client_comment', 'client_answer', 'client_decision')),
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
