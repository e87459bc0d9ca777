create table platform.engagements (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  client text not null,
  slug text not null,
  brief text not null,
  budget_nano_usd bigint not null check (budget_nano_usd > 0),
  -- json, not jsonb: fields and their order are kept as given (ENG-12).
  tasks json not null default '[]',
  status text not null default 'pending' check (status in ('pending', 'running', 'paused', 'completed', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  unique (tenant_id, id)
);
create index engagements_list on platform.engagements (tenant_id, created_at desc, id desc) where archived_at is null;
create index engagements_list_all on platform.engagements (tenant_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.engagements');

-- Engagements created in a calendar month (UTC), deleted ones included (LIM-3): the row is the lock of the limit.
create table platform.monthly_usage (
  tenant_id text not null references platform.tenants on delete cascade,
  month date not null,
  engagements_created integer not null default 0,
  primary key (tenant_id, month)
);
call platform.secure_tenant_table('platform.monthly_usage');

create table platform.api_keys (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  scope text not null check (scope in ('read_only', 'read_write')),
  engagement_id text,
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
call platform.secure_tenant_table('platform.api_keys');
call platform.allow_system('platform.api_keys', 'select, update');

create table platform.runs (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  kind text not null check (kind in ('run', 'rerun')),
  rerun_task_id text,
  status text not null check (status in ('running', 'paused', 'completed', 'failed')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  cost_nano_usd bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  steps integer not null default 0,
  error text,
  pause_snapshot json,
  analytics json,
  started_by text,
  -- Set once the engine has accepted the run and engagement.started is out.
  confirmed_at timestamptz,
  -- Number of the last engine event that was brought over.
  event_cursor bigint not null default 0,
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index runs_engagement on platform.runs (tenant_id, engagement_id, started_at desc, id desc);
create unique index runs_one_active on platform.runs (tenant_id, engagement_id) where status in ('running', 'paused');
call platform.secure_tenant_table('platform.runs');

create table platform.deliverables (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  -- Null on internal files, which no single task made.
  task_id text,
  filename text not null,
  content text not null,
  version integer not null check (version >= 1),
  word_count integer not null,
  created_at timestamptz not null default now(),
  approval_status text not null default 'pending_review'
    check (approval_status in ('pending_review', 'approved', 'revision_requested', 'rejected')),
  reviewed_at timestamptz,
  reviewed_by text,
  unique (tenant_id, id),
  unique (tenant_id, engagement_id, filename, version),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
create index deliverables_list on platform.deliverables (tenant_id, engagement_id, created_at desc, id desc);
create index deliverables_run on platform.deliverables (tenant_id, run_id);
call platform.secure_tenant_table('platform.deliverables');

create table platform.reviews (
  id text primary key,
  tenant_id text not null,
  deliverable_id text not null,
  action text not null check (action in ('approve', 'request_revision', 'reject')),
  notes text,
  reviewer_name text not null,
  user_id text,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index reviews_deliverable on platform.reviews (tenant_id, deliverable_id, created_at);
call platform.secure_tenant_table('platform.reviews');

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
  created_at timestamptz not null default now(),
  unique (tenant_id, run_id, task_id),
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.quality_scores');

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
call platform.secure_tenant_table('platform.library_entries');

-- Events for the outside, written in the transaction that causes them.
create table platform.outbox_events (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  event text not null,
  data json not null,
  -- Not now(): events of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp()
);
create index outbox_events_tenant on platform.outbox_events (tenant_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.outbox_events');
