-- What agents of a run have asked of the engagement's tables, and what the platform has answered. A repeated call reads
-- the answer here, so that it gets the same material and asks nothing twice.
create table engine.table_queries (
  tenant_id text not null,
  run_id text not null,
  -- The id of the platform's record; documents cite it as `Query <id>`.
  id text not null,
  task_id text,
  agent_slug text not null,
  title text,
  sql text not null,
  -- The result as agents see it, with at most as many rows as the engine keeps. Null for a refused query.
  result json,
  row_count integer,
  truncated boolean,
  -- Why there is no result; null for a query with one.
  refusal text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade,
  constraint table_queries_answered check (num_nonnulls(result, refusal) = 1),
  constraint table_queries_counted check (num_nonnulls(result, row_count, truncated) in (0, 3))
);
call platform.secure_tenant_table('engine.table_queries');
