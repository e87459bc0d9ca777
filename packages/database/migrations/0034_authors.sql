-- The author of a review is data: kind, id and name. Earlier rows hold a display name, `Ada (client)` or `API key CI`, which
-- anybody can choose as their name; the entry that the audit log got with each review says who wrote it.

-- Row-level security is forced on the owner too, who would see no row of these tables.
alter table platform.reviews no force row level security;
alter table platform.deliverables no force row level security;
alter table platform.audit_log no force row level security;

alter table platform.reviews rename column reviewer_name to author_name;
alter table platform.reviews rename column user_id to author_id;
alter table platform.reviews add column author_kind text check (author_kind in ('user', 'client', 'api_key'));

-- A review and its audit entry are written one after the other under the engagement's lock, so the first entry of the
-- deliverable from then on is that of the review. Without an entry the display name decides; never for the client where
-- it could be a key's.
update platform.reviews review
set author_kind = found.kind, author_id = found.id,
  author_name = case found.kind
    when 'client' then regexp_replace(review.author_name, ' \(client\)$', '')
    when 'api_key' then regexp_replace(review.author_name, '^API key ', '')
    else review.author_name end
from (
  select written.id as review_id, coalesce(written.author_id, audit.token_id, audit.key_id) as id,
    case
      when written.author_id is not null then 'user'
      when audit.token_id is not null then 'client'
      when audit.key_id is not null or written.author_name like 'API key %' then 'api_key'
      when written.author_name like '% (client)' then 'client'
      else 'user' end as kind
  from platform.reviews written
  left join lateral (
    select metadata ->> 'portalTokenId' as token_id, metadata ->> 'apiKeyId' as key_id
    from platform.audit_log entry
    where entry.tenant_id = written.tenant_id and entry.action = 'deliverable.review'
      and entry.resource_id = written.deliverable_id and entry.created_at >= written.created_at
    order by entry.created_at, entry.id limit 1
  ) audit on true
) found
where found.review_id = review.id;

alter table platform.reviews alter column author_kind set not null;

-- The author of a version's latest review stands on the version, as its time does.
alter table platform.deliverables rename column reviewed_by to reviewer_name;
alter table platform.deliverables
  add column reviewer_kind text check (reviewer_kind in ('user', 'client', 'api_key')),
  add column reviewer_id text;

update platform.deliverables version
set reviewer_kind = latest.author_kind, reviewer_id = latest.author_id, reviewer_name = latest.author_name
from (
  select distinct on (tenant_id, deliverable_id) * from platform.reviews
  order by tenant_id, deliverable_id, created_at desc, id desc
) latest
where latest.tenant_id = version.tenant_id and latest.deliverable_id = version.id;

alter table platform.deliverables
  add constraint deliverables_reviewer_named check (num_nulls(reviewer_kind, reviewer_name) in (0, 2));

alter table platform.reviews force row level security;
alter table platform.deliverables force row level security;
alter table platform.audit_log force row level security;
