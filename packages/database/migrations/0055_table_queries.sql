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
  -- {"query": …} with as many rows as the engine keeps, or {"refused": why}.
  outcome json not null,
  -- Rows of the result, and whether it has more; null for a refused query.
  row_count integer,
  truncated boolean,
  created_at timestamptz not null default now(),
  primary key (tenant_id, run_id, id),
  foreign key (tenant_id, run_id) references engine.runs (tenant_id, id) on delete cascade,
  constraint table_queries_counted check ((row_count is null) = (truncated is null))
);
call platform.secure_tenant_table('engine.table_queries');
