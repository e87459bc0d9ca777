-- Documents × questions: each cell is an answer from one file alone, with its citation.
create table platform.grids (
  tenant_id text not null,
  -- Documents cite it as `Grid <id>`.
  id text not null,
  engagement_id text not null,
  title text not null,
  status text not null check (status in ('running', 'completed', 'failed', 'stopped')),
  -- Null for a grid that a person has stopped.
  failure_reason text,
  -- The number of the work that fills it. Earlier work ends when it sees another one.
  work integer not null,
  author_kind text not null check (author_kind in ('user', 'api_key')),
  author_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The time of its last change, with those of its cells.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index grids_engagement on platform.grids (tenant_id, engagement_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.grids');

create table platform.grid_columns (
  tenant_id text not null,
  grid_id text not null,
  id text not null,
  position integer not null,
  name text not null,
  question text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean')),
  primary key (tenant_id, grid_id, id),
  foreign key (tenant_id, grid_id) references platform.grids (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.grid_columns');

create table platform.grid_files (
  tenant_id text not null,
  grid_id text not null,
  attachment_id text not null,
  position integer not null,
  primary key (tenant_id, grid_id, attachment_id),
  foreign key (tenant_id, grid_id) references platform.grids (tenant_id, id) on delete cascade,
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade
);
create index grid_files_attachment on platform.grid_files (tenant_id, attachment_id);
call platform.secure_tenant_table('platform.grid_files');

-- What the engine was asked about one file, written before it is asked, so that no answer is paid twice.
create table platform.grid_asks (
  tenant_id text not null,
  grid_id text not null,
  -- The id of the engine's run.
  id text not null,
  attachment_id text not null,
  cost_nano_usd bigint not null default 0,
  -- Null while the engine may still answer.
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, grid_id, id),
  foreign key (tenant_id, grid_id) references platform.grids (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.grid_asks');

create table platform.grid_cells (
  tenant_id text not null,
  grid_id text not null,
  attachment_id text not null,
  column_id text not null,
  state text not null check (state in ('waiting', 'verified', 'computed', 'unjudged', 'altered', 'unsupported',
    'not_found', 'edited', 'failed')),
  -- By the type of the column; a date is YYYY-MM-DD.
  value json,
  text text not null default '',
  quote text,
  place text,
  passage text,
  reason text,
  -- What is asked for it at present. A person who writes the cell takes it away, so that a late answer changes nothing.
  ask_id text,
  editor_kind text check (editor_kind in ('user', 'api_key')),
  editor_id text,
  editor_name text,
  edited_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, grid_id, attachment_id, column_id),
  foreign key (tenant_id, grid_id, attachment_id)
    references platform.grid_files (tenant_id, grid_id, attachment_id) on delete cascade,
  foreign key (tenant_id, grid_id, column_id)
    references platform.grid_columns (tenant_id, grid_id, id) on delete cascade,
  constraint grid_cells_edited check ((state = 'edited') = (edited_at is not null)),
  constraint grid_cells_asked check (ask_id is null or state = 'waiting')
);
create index grid_cells_column on platform.grid_cells (tenant_id, grid_id, column_id);
create index grid_cells_waiting on platform.grid_cells (tenant_id, grid_id, attachment_id) where state = 'waiting';
create index grid_cells_changed on platform.grid_cells (tenant_id, grid_id, changed_at);
call platform.secure_tenant_table('platform.grid_cells');

-- A run of kind `grid` answers questions about one file and makes no document; one of kind `storyline` a deck.
alter table engine.runs drop constraint runs_kind_check;
alter table engine.runs add constraint runs_kind_check
  check (kind in ('run', 'plan', 'judge', 'query', 'storyline', 'grid'));
-- The cells that a run of kind `grid` has answered.
alter table engine.runs add column answered json;
