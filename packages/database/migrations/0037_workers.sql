-- What a process that executes runs offers to those that give it work. The row ends with the lease.
create table engine.workers (
  executor_id text primary key references platform.executor_leases (executor_id) on delete cascade,
  version text not null,
  -- The models and judges that it calls, with their prices. Keys are never stored here.
  models json not null,
  judges json not null
);
call platform.secure_system_table('engine.workers', 'select, insert, update, delete');

-- Tests of models and keys that people have ordered. A worker adds the outcome, which is read once.
create table engine.model_tests (
  tenant_id text not null,
  id text not null,
  outcome json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call platform.secure_tenant_table('engine.model_tests');
