-- Analyses over a tenant's engagements. The newest completed one owns what was found; older ones go with its end.
create table platform.pattern_analyses (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  status text not null check (status in ('running', 'completed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (tenant_id, id)
);
create unique index pattern_analyses_one_running on platform.pattern_analyses (tenant_id) where status = 'running';
create index pattern_analyses_tenant on platform.pattern_analyses (tenant_id, started_at desc);
call platform.secure_tenant_table('platform.pattern_analyses');

create table platform.insights (
  id text primary key,
  tenant_id text not null,
  analysis_id text not null,
  -- Order within the analysis.
  position integer not null,
  kind text not null,
  title text not null,
  description text not null,
  evidence json not null,
  created_at timestamptz not null,
  unique (tenant_id, id),
  unique (tenant_id, analysis_id, position),
  foreign key (tenant_id, analysis_id) references platform.pattern_analyses (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.insights');

create table platform.improvement_proposals (
  id text primary key,
  tenant_id text not null,
  insight_id text not null,
  position integer not null,
  title text not null,
  description text not null,
  expected_effect text not null,
  created_at timestamptz not null,
  foreign key (tenant_id, insight_id) references platform.insights (tenant_id, id) on delete cascade
);
create index improvement_proposals_insight on platform.improvement_proposals (tenant_id, insight_id);
call platform.secure_tenant_table('platform.improvement_proposals');

-- Which runs finished since a moment: is there anything new to analyse, and what lies in the analysed time.
create index runs_finished on platform.runs (tenant_id, finished_at) where finished_at is not null;
