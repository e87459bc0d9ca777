-- An engagement has a person who is responsible for it, and a day on which it is due.
alter table platform.engagements
  -- The column is null without one, and once that person has left.
  add column owner_id text,
  add column due_date date,
  add foreign key (tenant_id, owner_id) references platform.users (tenant_id, id) on delete set null (owner_id);
create index engagements_owner on platform.engagements (tenant_id, owner_id);

-- These indexes hold what waits for people, over all engagements: few rows among all versions and runs.
create index deliverables_pending on platform.deliverables (tenant_id, created_at, id)
  where approval_status = 'pending_review' and not starts_with(filename, '_');
create index engagements_failed on platform.engagements (tenant_id, id) where status = 'failed';

-- The cached list shows owners by name. An invited person gives a name while signing in, as the system role.
create policy system_rows on platform.list_versions to ecp_system using (true) with check (true);
grant select (tenant_id, version), update (version) on platform.list_versions to ecp_system;
create function platform.raise_list_version_of_name() returns trigger language plpgsql as $$
begin
  update platform.list_versions set version = version + 1 where tenant_id = new.tenant_id;
  return null;
end
$$;
create trigger user_renamed after update of name on platform.users for each row
  when (old.name is distinct from new.name) execute function platform.raise_list_version_of_name();
