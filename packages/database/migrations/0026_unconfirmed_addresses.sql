-- Addresses that a directory sets (docs/requirements/directories.md): one outside the proved domains of the tenant signs
-- nobody in until it is confirmed, and whoever gets another address waits in front of walls for an admin.
alter table platform.users
  -- Since when nobody vouches for the address; null for a confirmed one.
  add column unconfirmed_at timestamptz,
  -- The address before an unconfirmed one, which may confirm it; null for a person whom the directory has added so.
  add column former_email text,
  -- Since when the memberships of walls rest, until an admin confirms the address.
  add column walls_rest_since timestamptz,
  add column can_enter boolean not null
    generated always as (deactivated_at is null and unconfirmed_at is null) stored;

alter table platform.email_tokens drop constraint email_tokens_purpose_check;
alter table platform.email_tokens add constraint email_tokens_purpose_check
  check (purpose in ('magic_link', 'invitation', 'password_reset', 'confirmation', 'new_address'));

-- Memberships of walls that rest. Who is in this table is not inside, and counts as inside where walls exclude one another.
create table platform.resting_memberships (
  tenant_id text not null,
  wall_id text not null,
  user_id text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (tenant_id, wall_id, user_id),
  foreign key (tenant_id, wall_id) references platform.walls (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references platform.users (tenant_id, id) on delete cascade
);
create index resting_memberships_user on platform.resting_memberships (tenant_id, user_id);
call platform.secure_tenant_table('platform.resting_memberships');

-- Lets changes of a tenant's walls take turns until the transaction ends.
create function platform.lock_walls(for_tenant text) returns void language sql
begin atomic
  select pg_advisory_xact_lock(hashtextextended('walls ' || for_tenant, 0));
end;

-- Lets all memberships of a person rest.
create function platform.rest_in_walls(for_tenant text, person text) returns void language plpgsql as $$
begin
  perform platform.lock_walls(for_tenant);
  insert into platform.resting_memberships (tenant_id, wall_id, user_id)
    select tenant_id, wall_id, user_id from platform.wall_insiders
    where tenant_id = for_tenant and user_id = person and until is null
    on conflict do nothing;
  update platform.wall_insiders set until = clock_timestamp()
    where tenant_id = for_tenant and user_id = person and (until is null or until > clock_timestamp());
  update platform.users set walls_rest_since = clock_timestamp()
    where tenant_id = for_tenant and id = person and walls_rest_since is null
      and exists (select from platform.resting_memberships where tenant_id = for_tenant and user_id = person);
end
$$;

-- Puts a person back inside the walls whose memberships rest.
create function platform.return_to_walls(for_tenant text, person text) returns void language plpgsql as $$
begin
  perform platform.lock_walls(for_tenant);
  insert into platform.wall_insiders (tenant_id, wall_id, user_id, user_name)
    select resting.tenant_id, resting.wall_id, resting.user_id, coalesce(someone.name, someone.email)
    from platform.resting_memberships resting
    join platform.users someone on someone.tenant_id = resting.tenant_id and someone.id = resting.user_id
    where resting.tenant_id = for_tenant and resting.user_id = person
    on conflict (tenant_id, wall_id, user_id) where until is null do nothing;
  delete from platform.resting_memberships where tenant_id = for_tenant and user_id = person;
  update platform.users set walls_rest_since = null where tenant_id = for_tenant and id = person;
end
$$;
