-- Which files have been read for tables (contract 10). A file of an earlier release has no row until somebody asks for
-- tables; then a row with the state pending has been ordered.
create table platform.table_builds (
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  state text not null check (state in ('pending', 'built')),
  -- Why the file has no tables; null when it was read.
  problem text,
  -- Rows that are in no table, as facts.
  left_out json not null default '[]',
  ordered_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, attachment_id),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index table_builds_engagement on platform.table_builds (tenant_id, engagement_id);
call platform.secure_tenant_table('platform.table_builds');

-- The typed tables of attached workbooks and delimited files. Their rows are Parquet in object storage under storage_key.
create table platform.data_tables (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  -- Order in the file, from 0.
  ordinal integer not null,
  -- Null for a delimited file.
  sheet text,
  hidden boolean not null,
  -- The name in queries.
  name text not null,
  -- Name, type and unit of each, in order.
  columns json not null,
  row_count bigint not null check (row_count >= 0),
  -- Hexadecimal, of columns and values; independent of the Parquet's bytes.
  sha256 text not null,
  -- The first rows, as agents see them.
  sample json not null,
  storage_key text not null unique,
  -- Of the Parquet.
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  -- Begins with the engagement's key, so it serves the list too.
  unique (tenant_id, engagement_id, name),
  unique (tenant_id, attachment_id, ordinal),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.data_tables');

-- Recorded queries with their results. They outlive the tables, so that a document's figures keep their derivation.
create table platform.queries (
  -- An agent's query has an id that the engine chose, so ids are unique within a tenant only.
  id text not null,
  tenant_id text not null,
  engagement_id text not null,
  title text,
  sql text not null,
  -- Name, type and unit of each, in order.
  columns json not null,
  -- JSON text, which is answered as it is: parsing megabytes would hold up other requests.
  rows text not null,
  -- Length of `rows` in bytes, so that choosing queries reads no rows.
  rows_bytes integer not null check (rows_bytes >= 0),
  row_count integer not null check (row_count >= 0),
  truncated boolean not null,
  result_hash text not null,
  -- Id, name and hash of each table that the query read.
  tables json not null,
  author_kind text not null check (author_kind in ('user', 'api_key', 'agent')),
  author_id text,
  author_name text not null,
  -- The run whose agent asked; null for a person's query.
  run_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, run_id) references platform.runs (tenant_id, id) on delete cascade,
  check ((author_kind = 'agent') = (run_id is not null))
);
create index queries_engagement on platform.queries (tenant_id, engagement_id, created_at desc, id desc);
create index queries_run on platform.queries (tenant_id, run_id);
call platform.secure_tenant_table('platform.queries');
