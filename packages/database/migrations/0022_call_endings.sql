-- How a model call ended for good without an answer: a repeated execution is told the same again. An answer stands in
-- engine.model_calls, a stop in engine.runs.
create table engine.call_endings (
  tenant_id text not null,
  run_id text not null,
  call_key text not null,
  outcome text not null check (outcome in ('failed', 'exhausted')),
  message text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, call_key),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('engine.call_endings');
