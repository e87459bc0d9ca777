-- What sources say differently, as agents of runs report it (contract 15). The id follows from what it is about and from
-- the values, so that a conflict that is reported again is the same. What documents say differently follows from their
-- figures, and has no rows.
create table platform.noted_conflicts (
  tenant_id text not null,
  engagement_id text not null,
  id text not null,
  run_id text not null,
  task_id text,
  agent_slug text not null,
  about text not null,
  -- An array of {value, text, filename, attachmentId, place}.
  conflict_values json not null,
  created_at timestamptz not null,
  primary key (tenant_id, engagement_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade
);
create index noted_conflicts_of_run on platform.noted_conflicts (tenant_id, run_id);
call platform.secure_tenant_table('platform.noted_conflicts');

-- The latest decision about each conflict of either origin. It holds while the conflict's values stay, because its id
-- does; `conflict_values` are the values that people saw when they decided.
create table platform.conflict_settlements (
  tenant_id text not null,
  engagement_id text not null,
  conflict_id text not null,
  kind text not null check (kind in ('sources', 'documents')),
  about text not null,
  conflict_values json not null,
  -- Index in conflict_values; null if none of them holds.
  chosen integer check (chosen >= 0),
  reason text not null,
  settler_kind text not null check (settler_kind in ('user', 'api_key')),
  settler_id text,
  settler_name text not null,
  settled_at timestamptz not null,
  primary key (tenant_id, engagement_id, conflict_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.conflict_settlements');
