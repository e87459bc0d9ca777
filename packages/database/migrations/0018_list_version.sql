-- Grows with every change of a tenant's engagements, in the change's own transaction: what was cached under another
-- version is old. A tenant without a row has changed nothing yet that counts, and nothing of it is cached.
create table platform.list_versions (
  tenant_id text primary key references platform.tenants on delete cascade,
  version bigint not null default 1
);
call platform.secure_tenant_table('platform.list_versions');

create function platform.raise_list_version() returns trigger language plpgsql as $$
begin
  insert into platform.list_versions (tenant_id) select distinct tenant_id from changed
    on conflict (tenant_id) do update set version = list_versions.version + 1;
  return null;
end
$$;

-- Erasing a tenant ends here too, when its row is gone and none may be made.
create function platform.raise_list_version_after_delete() returns trigger language plpgsql as $$
begin
  update platform.list_versions set version = version + 1 where tenant_id in (select tenant_id from changed);
  return null;
end
$$;

create trigger engagements_inserted after insert on platform.engagements
  referencing new table as changed for each statement execute function platform.raise_list_version();
create trigger engagements_updated after update on platform.engagements
  referencing new table as changed for each statement execute function platform.raise_list_version();
create trigger engagements_deleted after delete on platform.engagements
  referencing old table as changed for each statement execute function platform.raise_list_version_after_delete();
