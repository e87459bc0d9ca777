-- What leaves the service stops at walls inside a tenant too (docs/decisions/walls.md).

-- Tells whether a person sees an engagement, also to the system role, which has entered no tenant. Nobody in particular
-- (null), and who may no longer come in, sees none that is behind a wall.
create function platform.person_sees_engagement(of_tenant text, person text, engagement text)
returns boolean language sql stable parallel safe
  return not exists (
    select from platform.wall_engagements behind
    where behind.tenant_id = of_tenant and behind.engagement_id = engagement and behind.until is null
      and not exists (
        select from platform.wall_insiders inside
        join platform.users someone on someone.tenant_id = inside.tenant_id and someone.id = inside.user_id
        where inside.tenant_id = behind.tenant_id and inside.wall_id = behind.wall_id and inside.user_id = person
          and (inside.until is null or inside.until > statement_timestamp()) and someone.deactivated_at is null));

create or replace function platform.user_sees_engagement(person text, engagement text)
returns boolean language sql stable parallel safe
  return platform.person_sees_engagement(platform.current_tenant_id(), person, engagement);

-- Returns the engagement that an entry of the audit log is about; null for none. Entries of an earlier release about
-- keys and cards do not say it.
create function platform.engagement_of_entry(entry platform.audit_log) returns text language plpgsql as $$
declare
  viewer constant text := current_setting('app.viewer', true);
  found text;
begin
  if entry.resource_type = 'engagement' then return entry.resource_id; end if;
  if entry.metadata -> 'engagementId' is not null or entry.resource_type not in ('api_key', 'library_card') then
    return entry.metadata ->> 'engagementId';
  end if;
  perform set_config('app.viewer', '*', true);
  found := case entry.resource_type
    when 'api_key' then (
      select engagement_id from platform.api_keys where tenant_id = entry.tenant_id and id = entry.resource_id)
    else (
      select engagement_id from platform.library_cards where tenant_id = entry.tenant_id and id = entry.resource_id)
  end;
  perform set_config('app.viewer', viewer, true);
  return found;
end
$$;
