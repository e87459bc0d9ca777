-- What the engagement may cost over all its runs, what was spent, and what calls in flight may still cost.
create table engine.budgets (
  tenant_id text not null,
  engagement_id text not null,
  limit_nano_usd bigint not null check (limit_nano_usd > 0),
  spent_nano_usd bigint not null default 0 check (spent_nano_usd >= 0),
  reserved_nano_usd bigint not null default 0 check (reserved_nano_usd >= 0),
  primary key (tenant_id, engagement_id)
);
call platform.secure_tenant_table('engine.budgets');

create table engine.runs (
  -- Given by the platform; unique within its tenant only, so that no tenant can notice another's.
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  status text not null check (status in ('running', 'paused', 'completed', 'failed')),
  error text,
  -- The request that began the run: engagement, tasks, sources, previous versions.
  input json not null,
  -- Tasks as executed: given or planned.
  tasks json,
  cost_nano_usd bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  steps integer not null default 0,
  last_event bigint not null default 0,
  -- Set by Stop: no call may be reserved any more; the run fails once the calls in flight are settled.
  stop_requested_at timestamptz,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index runs_engagement on engine.runs (tenant_id, engagement_id);
create index runs_active on engine.runs (status) where status in ('running', 'paused');
call platform.secure_tenant_table('engine.runs');
call platform.allow_system('engine.runs', 'select');

-- Every call to a model: reserved before, settled after (architecture: money). call_key names the call in its run.
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
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  answer json,
  error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (tenant_id, run_id, call_key, attempt),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
create index model_calls_reserved on engine.model_calls (executor_id) where status = 'reserved';
call platform.secure_tenant_table('engine.model_calls');
call platform.allow_system('engine.model_calls', 'select');

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

create table engine.delegations (
  id text not null,
  tenant_id text not null,
  run_id text not null,
  task_id text not null,
  from_agent text not null,
  to_agent text not null,
  question text not null,
  answer text not null,
  cost_nano_usd bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('engine.delegations');

-- One row per task of a run: the choice of the model, why, and how it turned out; the router learns from it.
create table engine.routing_decisions (
  tenant_id text not null,
  run_id text not null,
  engagement_id text not null,
  task_id text not null,
  agent_slug text not null,
  task_kind text not null,
  model text not null,
  reason text not null,
  candidates json not null,
  observer_score double precision,
  cost_nano_usd bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, task_id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
create index routing_decisions_history on engine.routing_decisions (tenant_id, task_kind, model, created_at desc)
  where observer_score is not null;
call platform.secure_tenant_table('engine.routing_decisions');
