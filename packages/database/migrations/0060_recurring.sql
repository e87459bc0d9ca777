-- Engagements whose sources are read again at intervals (contract 11).
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
