-- Versions that people write (contract 12). They have no run.
alter table platform.deliverables
  alter column run_id drop not null,
  add column origin text not null default 'agent' check (origin in ('agent', 'human', 'import')),
  -- The writer of the version; null for agents.
  add column editor_kind text check (editor_kind in ('user', 'client', 'api_key')),
  add column editor_id text,
  add column editor_name text,
  add column note text,
  -- The sections as [{heading, level, version, locked}]: `version` is the one whose author wrote the section. Empty for
  -- versions of earlier releases: their sections are all their own, and none is locked.
  add column sections json not null default '[]',
  add constraint deliverables_of_people
    check ((origin = 'agent') = (editor_kind is null) and (origin = 'agent' or run_id is null)),
  add constraint deliverables_editor_named check (num_nulls(editor_kind, editor_name) in (0, 2));

-- A draft is what a person is writing and has not saved as a version.
create table platform.drafts (
  tenant_id text not null,
  id text not null,
  engagement_id text not null,
  filename text not null,
  user_id text not null,
  -- The name, or else the address.
  user_name text not null,
  -- Markdown.
  content text not null,
  base_version integer not null check (base_version >= 1),
  saved_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, engagement_id, filename, user_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index drafts_of_person on platform.drafts (tenant_id, user_id, saved_at);
create index drafts_age on platform.drafts (saved_at);
call platform.secure_tenant_table('platform.drafts');
-- Drafts of all tenants end with their age.
create policy system_rows on platform.drafts to ecp_system using (true) with check (true);
grant delete, select (saved_at) on platform.drafts to ecp_system;
