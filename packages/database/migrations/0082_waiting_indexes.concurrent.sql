-- Each index is made while others write. One that a crash left unfinished is dropped first.
drop index concurrently if exists platform.engagements_status_updated;
create index concurrently engagements_status_updated on platform.engagements (tenant_id, status, updated_at, id);

drop index concurrently if exists platform.engagements_due;
create index concurrently engagements_due on platform.engagements
  (tenant_id, coalesce(due_date, 'infinity'::date), id);

drop index concurrently if exists platform.engagements_owned;
create index concurrently engagements_owned on platform.engagements (tenant_id, owner_id, id);

-- The index above begins with the same columns.
drop index concurrently if exists platform.engagements_owner;

drop index concurrently if exists platform.runs_waiting;
create index concurrently runs_waiting on platform.runs (tenant_id, coalesce(finished_at, started_at), id)
  where status = 'failed' and failure_reason is distinct from 'stopped' and not superseded;

drop index concurrently if exists platform.questions_waiting;
create index concurrently questions_waiting on platform.questions (tenant_id, created_at, id)
  where status in ('open', 'assumed');

drop index concurrently if exists platform.comments_open;
create index concurrently comments_open on platform.comments (tenant_id, created_at, id) where status = 'open';
