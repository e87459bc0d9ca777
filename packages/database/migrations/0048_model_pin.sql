-- The model that writes every document of an engagement; null lets the engine choose for each task.
alter table platform.engagements add column model text;

-- The tasks of a run whose document stands without a score, and why.
create table platform.unscored_tasks (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  run_id text not null,
  task_id text not null,
  task_name text not null,
  reason text not null,
  event_seq bigint not null,
  created_at timestamptz not null,
  unique (tenant_id, run_id, task_id),
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
create index unscored_tasks_export on platform.unscored_tasks (tenant_id, id);
call platform.secure_tenant_table('platform.unscored_tasks');
