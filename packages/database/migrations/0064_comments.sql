-- Comments of the team and of clients on passages, documents and engagements (contract 12).
create table platform.comments (
  id text primary key,
  tenant_id text not null,
  engagement_id text not null,
  -- A comment without a file is about the engagement as a whole.
  filename text,
  -- The version that the author read; null where it is unknown, and without a file.
  version integer,
  body text not null,
  -- The words that the author selected, and the words around them.
  quote text,
  prefix text,
  suffix text,
  -- Heading of the section with the passage.
  section text,
  -- Words proposed for the quote.
  suggestion text,
  -- The place of the passage {version, start, end, quote, prefix, suffix}, or its last one once it is orphaned.
  passage json,
  orphaned boolean not null default false,
  author_kind text not null check (author_kind in ('user', 'client', 'api_key')),
  -- Id of the user, portal link or API key.
  author_id text,
  author_name text not null,
  status text not null default 'open' check (status in ('open', 'resolved')),
  resolver_kind text check (resolver_kind in ('user', 'client', 'api_key')),
  resolver_id text,
  resolver_name text,
  resolved_at timestamptz,
  -- The answer that a version made from the comment gives.
  answer json,
  answered_version integer,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  constraint comments_passage check (quote is null or (filename is not null and passage is not null)),
  constraint comments_suggestion check (suggestion is null or quote is not null),
  constraint comments_resolved check ((status = 'resolved') = (resolved_at is not null)),
  constraint comments_answered check ((answer is null) = (answered_version is null))
);
create index comments_list on platform.comments (tenant_id, engagement_id, created_at, id);
create index comments_document on platform.comments (tenant_id, engagement_id, filename, created_at, id);
call platform.secure_tenant_table('platform.comments');

create table platform.comment_replies (
  id text primary key,
  tenant_id text not null,
  comment_id text not null,
  body text not null,
  author_kind text not null check (author_kind in ('user', 'client', 'api_key')),
  author_id text,
  author_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, comment_id) references platform.comments (tenant_id, id) on delete cascade
);
create index comment_replies_list on platform.comment_replies (tenant_id, comment_id, created_at, id);
call platform.secure_tenant_table('platform.comment_replies');

-- Row-level security is forced on the owner too, who would see no row of these tables.
alter table platform.portal_comments no force row level security;
alter table platform.comments no force row level security;
alter table platform.deliverables no force row level security;
insert into platform.comments (id, tenant_id, engagement_id, filename, body, author_kind, author_id, author_name, created_at)
  select id, tenant_id, engagement_id, filename, body, 'client', token_id, author, created_at
  from platform.portal_comments;
drop table platform.portal_comments;

-- The open comments that a rerun answers; null for all of them.
alter table platform.reviews add column comment_ids text[];

-- Each answer names the comment whose point it is.
update platform.deliverables
  set note_answers = (
    select json_agg(answer::jsonb || '{"commentId": null}' order by place)
    from json_array_elements(note_answers) with ordinality answers (answer, place)
  )
  where json_array_length(note_answers) > 0;
alter table platform.comments force row level security;
alter table platform.deliverables force row level security;
