-- Made while others write. One that a crash left unfinished is dropped first.
drop index concurrently if exists platform.deliverables_in_rows;
create index concurrently deliverables_in_rows on platform.deliverables (tenant_id, created_at, id)
  where content_key is null and approval_status <> 'approved';
