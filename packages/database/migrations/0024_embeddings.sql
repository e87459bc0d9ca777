-- Vectors of passages and of searches for them, by the hash of the text, so that none is paid twice. They go with the
-- engagement, like its budget.
create table engine.embeddings (
  tenant_id text not null,
  engagement_id text not null,
  -- Model and, where it was asked for, the number of dimensions.
  model text not null,
  text_hash text not null,
  -- Numbers of 4 bytes each, little-endian.
  vector bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, engagement_id, model, text_hash),
  foreign key (tenant_id, engagement_id) references engine.budgets (tenant_id, engagement_id) on delete cascade
);
call platform.secure_tenant_table('engine.embeddings');
