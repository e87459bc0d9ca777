-- Files that people give an engagement, and the text in them. The bytes lie in object storage under storage_key.
create table platform.attachments (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  filename text not null,
  mime_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null,
  category text not null check (category in ('reference', 'styleguide', 'design_inspiration', 'data', 'brand_assets')),
  -- What the uploader says of it; what was found in reading it is extraction_note.
  summary text,
  source_url text,
  storage_key text not null unique,
  uploaded_by text,
  extraction_state text not null default 'pending'
    check (extraction_state in ('pending', 'extracted', 'empty', 'unreadable', 'encrypted', 'timeout', 'too_large')),
  extraction_note text,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  -- Begins with the engagement's key, so it serves the list too.
  unique (tenant_id, engagement_id, filename),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.attachments');

-- The context index: passages with where they stand. No stemming, as texts come in any language.
create table platform.context_chunks (
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  -- Order in the file, from 0.
  ordinal integer not null,
  -- Page, sheet, slide or section; null where the file has none.
  location text,
  -- Of the first character in the text of that location.
  position integer not null,
  content text not null,
  search tsvector not null generated always as (to_tsvector('simple', content)) stored,
  primary key (tenant_id, attachment_id, ordinal),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index context_chunks_engagement on platform.context_chunks (tenant_id, engagement_id);
create index context_chunks_search on platform.context_chunks using gin (search);
call platform.secure_tenant_table('platform.context_chunks');

-- One row a tenant: whoever reserves storage locks it, so that parallel uploads see each other's reservations.
create table platform.storage_usage (
  tenant_id text primary key references platform.tenants on delete cascade,
  reserved_at timestamptz not null default now()
);
call platform.secure_tenant_table('platform.storage_usage');

-- An upload under way: its room, and the key of the file that it may leave behind. The row is written before the first
-- byte and goes in the transaction that records the attachment, so a crash leaves nothing that is not found again.
create table platform.storage_reservations (
  id text primary key,
  tenant_id text not null references platform.tenants on delete cascade,
  storage_key text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default now()
);
create index storage_reservations_tenant on platform.storage_reservations (tenant_id);
create index storage_reservations_age on platform.storage_reservations (created_at);
call platform.secure_tenant_table('platform.storage_reservations');
call platform.allow_system('platform.storage_reservations', 'select, delete');
