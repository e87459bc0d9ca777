-- The slides that a model or a person has chosen for a deck; without a row they follow from the documents by rules.
create table platform.storylines (
  tenant_id text not null,
  engagement_id text not null,
  -- The document; an empty text for the whole engagement.
  filename text not null,
  origin text not null check (origin in ('documents', 'model', 'person')),
  status text not null check (status in ('ready', 'writing', 'failed')),
  failure_reason text,
  revision integer not null check (revision >= 1),
  -- Texts and places of the slides. What they show is read from the documents.
  slides json not null default '[]',
  dropped json not null default '[]',
  -- Names and versions of the documents that it was written from.
  documents json not null default '[]',
  findings json not null default '[]',
  -- The order to the engine while the status is writing.
  draft_id text,
  cost_nano_usd bigint not null default 0 check (cost_nano_usd >= 0),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, engagement_id, filename),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.storylines');
-- The master of a firm for its decks; the file is stored under its key.
create table platform.deck_templates (
  tenant_id text primary key references platform.tenants (id) on delete cascade,
  filename text not null,
  size_bytes integer not null check (size_bytes >= 0),
  storage_key text not null,
  layouts json not null default '[]',
  uploaded_at timestamptz not null default clock_timestamp()
);
call platform.secure_tenant_table('platform.deck_templates');
