-- What a firm keeps of its approved documents for later engagements (contract 11).
create table platform.library_cards (
  tenant_id text not null references platform.tenants on delete cascade,
  id text not null,
  -- Where the card comes from. All four are null for a released card whose engagement has been deleted.
  engagement_id text,
  deliverable_id text,
  filename text,
  version integer,
  kind text not null check (kind in ('method', 'benchmark', 'structure', 'lesson')),
  -- What the rules found: the same of one file is never made twice.
  origin_key text not null,
  title text not null,
  -- Markdown.
  body text not null,
  language text not null check (language in ('en', 'de', 'fr', 'es', 'ja')),
  status text not null default 'proposed' check (status in ('proposed', 'released', 'withdrawn')),
  -- Places that name clients, give figures or quote, as [{field, kind, start, end}], and how many there are of each.
  marks json not null,
  client_names integer not null,
  figures integer not null,
  quotes integer not null,
  -- Counts the changes by people.
  revision integer not null default 0,
  -- Titles under which runs may have received the card before it was renamed.
  earlier_titles text[] not null default '{}',
  -- The person who released the present text.
  released_by_id text,
  released_by_name text,
  released_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  search tsvector not null generated always as (to_tsvector('simple', title || ' ' || body)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  constraint cards_released check (status <> 'released' or released_at is not null),
  constraint cards_from check (num_nonnulls(engagement_id, deliverable_id, filename, version) in (0, 4))
);
create unique index library_cards_origin on platform.library_cards (tenant_id, engagement_id, filename, origin_key);
-- Several documents of an engagement give the same figure.
create unique index library_cards_benchmark on platform.library_cards (tenant_id, engagement_id, origin_key)
  where kind = 'benchmark';
create index library_cards_deliverable on platform.library_cards (tenant_id, deliverable_id);
create index library_cards_list on platform.library_cards (tenant_id, created_at desc, id desc);
-- Documents cite cards by their titles.
create unique index library_cards_title on platform.library_cards (tenant_id, lower(title)) where status = 'released';
call platform.secure_tenant_table('platform.library_cards');

-- Versions of documents that cite a card.
create table platform.card_uses (
  tenant_id text not null,
  card_id text not null,
  deliverable_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, card_id, deliverable_id),
  foreign key (tenant_id, card_id) references platform.library_cards (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index card_uses_deliverable on platform.card_uses (tenant_id, deliverable_id);
call platform.secure_tenant_table('platform.card_uses');
