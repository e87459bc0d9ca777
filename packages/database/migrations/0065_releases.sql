-- Client links: who speaks by them, where releases are mailed to, and which documents they show (contract 12).
alter table platform.portal_tokens
  -- The author of what comes by the link; null: each visitor gives a name.
  add column client_name text,
  add column client_email text,
  add column documents text not null default 'latest' check (documents in ('latest', 'released')),
  -- The link whose documents a preview shows.
  add column preview_of text,
  add foreign key (tenant_id, preview_of) references platform.portal_tokens (tenant_id, id) on delete cascade;
alter table platform.portal_tokens drop constraint portal_tokens_permissions_check;
alter table platform.portal_tokens add constraint portal_tokens_permissions_check
  check (permissions <@ '{read,comment,approve,answer,download,sources}' and cardinality(permissions) > 0);

-- Versions of documents that a person has given to clients.
create table platform.releases (
  tenant_id text not null,
  id text not null,
  engagement_id text not null,
  message text,
  author_kind text not null check (author_kind in ('user', 'api_key')),
  author_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
create index releases_list on platform.releases (tenant_id, engagement_id, created_at desc, id desc);
call platform.secure_tenant_table('platform.releases');

create table platform.release_documents (
  tenant_id text not null,
  release_id text not null,
  filename text not null,
  version integer not null,
  -- The title as clients read it.
  title text not null,
  -- The version, which never changes.
  deliverable_id text not null,
  -- The order in which they were given.
  position integer not null,
  primary key (tenant_id, release_id, filename),
  foreign key (tenant_id, release_id) references platform.releases (tenant_id, id) on delete cascade,
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index release_documents_version on platform.release_documents (tenant_id, deliverable_id);
call platform.secure_tenant_table('platform.release_documents');

-- The links that a release was given to.
create table platform.release_links (
  tenant_id text not null,
  token_id text not null,
  release_id text not null,
  primary key (tenant_id, token_id, release_id),
  foreign key (tenant_id, release_id) references platform.releases (tenant_id, id) on delete cascade,
  foreign key (tenant_id, token_id) references platform.portal_tokens (tenant_id, id) on delete cascade
);
create index release_links_release on platform.release_links (tenant_id, release_id);
call platform.secure_tenant_table('platform.release_links');

-- Further secrets of a link, one for each mail about a release. They open what the link opens, as long as it does.
create table platform.portal_link_secrets (
  token_hash bytea primary key,
  tenant_id text not null,
  token_id text not null,
  release_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, token_id, release_id)
    references platform.release_links (tenant_id, token_id, release_id) on delete cascade
);
create index portal_link_secrets_link on platform.portal_link_secrets (tenant_id, token_id, release_id);
call platform.secure_tenant_table('platform.portal_link_secrets');
call platform.allow_system('platform.portal_link_secrets', 'select');

-- Clients decide about versions. The firm's own approval stands beside it (contract 12).
create table platform.client_decisions (
  tenant_id text not null,
  id text not null,
  deliverable_id text not null,
  action text not null check (action in ('approve', 'reject')),
  notes text,
  -- Id of the link; older rows have none.
  token_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index client_decisions_latest
  on platform.client_decisions (tenant_id, deliverable_id, created_at desc, id desc);

-- Row-level security is forced on the owner too, who would see no row of this table.
alter table platform.reviews no force row level security;
insert into platform.client_decisions (tenant_id, id, deliverable_id, action, notes, token_id, author_name, created_at)
select tenant_id, id, deliverable_id, action, notes, author_id, author_name, created_at
from platform.reviews where author_kind = 'client' and action in ('approve', 'reject');
alter table platform.reviews force row level security;

call platform.secure_tenant_table('platform.client_decisions');

-- These settings form pages and documents for clients, beside logo and colour.
alter table platform.branding
  add column secondary_color text check (secondary_color ~ '^#[0-9a-f]{6}$'),
  add column typeface text check (typeface in ('sans', 'serif', 'mixed'));
