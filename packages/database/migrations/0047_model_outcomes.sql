-- What a provider read from its cache, what it wrote to it, and what the reading saved against the full price.
alter table engine.model_calls
  add column cached_input_tokens bigint not null default 0,
  add column cache_write_tokens bigint not null default 0,
  add column saved_nano_usd bigint not null default 0;
alter table engine.runs
  add column cached_input_tokens bigint not null default 0,
  add column saved_nano_usd bigint not null default 0,
  -- The marker that encloses untrusted text in the prompts of the run: 122 random bits.
  add column fence text not null default replace(gen_random_uuid()::text, '-', '');

-- How often a model has failed in a row, in all engines, and until when it rests while another one is left.
create table engine.model_health (
  provider text not null,
  model text not null,
  failures integer not null,
  resting_until timestamptz,
  primary key (provider, model)
);
alter table engine.model_health enable row level security;
alter table engine.model_health force row level security;
call platform.allow_system('engine.model_health', 'select, insert, update, delete');

-- A model that a task was left with nothing from. The router counts it like a rejected document.
create table engine.model_failures (
  tenant_id text not null,
  run_id text not null,
  task_id text not null,
  agent_slug text not null,
  task_kind text not null,
  model text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, task_id, model),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
create index model_failures_history on engine.model_failures (tenant_id, task_kind, created_at desc);
call platform.secure_tenant_table('engine.model_failures');
