-- What the agents of an engagement may do (contract 11).
alter table platform.engagements
  add column ask_back text not null default 'assume' check (ask_back in ('off', 'assume', 'wait')),
  add column ask_back_hours double precision not null default 24 check (ask_back_hours > 0),
  add column research_enabled boolean not null default false,
  -- The only domains that agents read, with their subdomains; empty for all.
  add column research_domains text[] not null default '{}',
  -- Most pages of a run.
  add column research_max_pages integer not null default 20 check (research_max_pages > 0),
  add column adversary boolean not null default false,
  add column library boolean not null default false;

-- A run of which everything left waits for answers has no workflow and no place in the queue. An answer, or `wakes_at`,
-- starts the next one; `generation` counts them.
alter table engine.runs
  add column generation integer not null default 0,
  add column wakes_at timestamptz;
create index runs_waiting on engine.runs (wakes_at) where wakes_at is not null;

-- The questions of a run's agents to people, with the outcome.
create table engine.questions (
  tenant_id text not null,
  run_id text not null,
  id text not null,
  -- Null for a question of the planner about no single task.
  task_id text,
  agent_slug text not null,
  question text not null,
  assumption text not null,
  impact text not null,
  -- The end of the waiting; null for a question that nothing waits for.
  due_at timestamptz,
  status text not null check (status in ('open', 'answered', 'assumed')),
  answer text,
  answered_by text,
  answered_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, run_id, id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade,
  constraint questions_answered check ((status = 'answered') = (answer is not null))
);
create index questions_of_task on engine.questions (tenant_id, run_id, task_id);
call platform.secure_tenant_table('engine.questions');

-- What agents of a run have searched and read on the web, and what the platform has answered. A repeated call reads the
-- answer here, so that it gets the same material and is paid once.
create table engine.research_calls (
  tenant_id text not null,
  run_id text not null,
  id text not null,
  task_id text,
  agent_slug text not null,
  kind text not null check (kind in ('search', 'page')),
  -- The words of the search, or the address that was asked for.
  asked text not null,
  -- The price of the search while it is on its way, then what it has cost.
  cost_nano_usd bigint not null default 0,
  -- {"hits": …}, {"page": …} or {"refused": why}; null while it is on its way.
  outcome json,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, run_id, id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('engine.research_calls');
