-- How many people approve a version, whether its author may be one of them, and from which role on people release.
alter table platform.tenants
  add column approvals_needed integer not null default 1 check (approvals_needed between 1 and 3),
  add column author_may_approve boolean not null default true,
  add column release_role text not null default 'member' check (release_role in ('member', 'admin', 'owner'));

-- The owner of the tables fills the columns of all tenants.
alter table platform.runs no force row level security;
alter table platform.deliverables no force row level security;
alter table platform.reviews no force row level security;
alter table platform.users no force row level security;
alter table platform.api_keys no force row level security;
alter table platform.audit_log no force row level security;

-- The member who ordered the run; for a key, its maker at that time. Null if nobody knows it any more.
alter table platform.runs add column ordered_by text;
update platform.runs set ordered_by = started_by;
update platform.runs r set ordered_by = k.created_by
from platform.audit_log a
join platform.api_keys k on k.tenant_id = a.tenant_id and k.id = a.metadata->>'apiKeyId'
where r.ordered_by is null and a.tenant_id = r.tenant_id and a.action in ('run.start', 'run.rerun')
  and a.metadata->>'runId' = r.id;

alter table platform.deliverables
  -- The member who wrote the version or ordered its run; for a key, its maker at that time.
  add column author_id text,
  -- The approvals that count, as [{id, name, at}]: each member once, those of keys as their makers'.
  add column approvals jsonb not null default '[]';

update platform.deliverables d set author_id = case d.editor_kind when 'user' then d.editor_id else (
  select k.created_by from platform.api_keys k where k.tenant_id = d.tenant_id and k.id = d.editor_id
) end where d.editor_kind in ('user', 'api_key');
update platform.deliverables d set author_id = r.ordered_by from platform.runs r
where d.editor_kind is null and r.tenant_id = d.tenant_id and r.id = d.run_id and r.ordered_by is not null;

-- What the team has approved before keeps the approvals since the last other review of the team or a client.
update platform.deliverables d set approvals = counted.approvals from (
  select tenant_id, deliverable_id, jsonb_agg(
    jsonb_build_object('id', person_id, 'name', name, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by at, person_id
  ) as approvals
  from (
    select distinct on (r.tenant_id, r.deliverable_id, p.id)
      r.tenant_id, r.deliverable_id, p.id as person_id, coalesce(u.name, u.email, r.author_name) as name,
      r.created_at as at
    from platform.reviews r
    cross join lateral (
      select case r.author_kind when 'user' then r.author_id else (
        select k.created_by from platform.api_keys k where k.tenant_id = r.tenant_id and k.id = r.author_id
      ) end as id
    ) p
    left join platform.users u on u.tenant_id = r.tenant_id and u.id = p.id
    where r.action = 'approve' and r.author_kind in ('user', 'api_key') and p.id is not null and not exists (
      select from platform.reviews other
      where other.tenant_id = r.tenant_id and other.deliverable_id = r.deliverable_id and other.action <> 'approve'
        and (other.created_at, other.id) > (r.created_at, r.id)
    )
    order by r.tenant_id, r.deliverable_id, p.id, r.created_at
  ) persons
  group by tenant_id, deliverable_id
) counted
where d.tenant_id = counted.tenant_id and d.id = counted.deliverable_id;

alter table platform.runs force row level security;
alter table platform.deliverables force row level security;
alter table platform.reviews force row level security;
alter table platform.users force row level security;
alter table platform.api_keys force row level security;
alter table platform.audit_log force row level security;
