-- Each index is made while others write. One that a crash left unfinished is dropped first.
drop index concurrently if exists platform.engagements_status;
create index concurrently engagements_status on platform.engagements (tenant_id, status, created_at desc, id desc)
  where archived_at is null;

drop index concurrently if exists platform.engagements_status_all;
create index concurrently engagements_status_all on platform.engagements (tenant_id, status, created_at desc, id desc);

drop index concurrently if exists platform.engagements_updated;
create index concurrently engagements_updated on platform.engagements (tenant_id, updated_at, id);

drop index concurrently if exists platform.engagements_name;
create index concurrently engagements_name on platform.engagements (tenant_id, lower(name), id);

drop index concurrently if exists platform.engagements_client;
create index concurrently engagements_client on platform.engagements (tenant_id, lower(client), id);

drop index concurrently if exists platform.runs_failed;
create index concurrently runs_failed on platform.runs (tenant_id, finished_at)
  where status = 'failed' and failure_reason is distinct from 'stopped';

drop index concurrently if exists platform.search_texts_titles;
create index concurrently search_texts_titles on platform.search_texts
  using gin (platform.title_keys(tenant_id, words)) with (fastupdate = off) where kind = 'engagement';

alter index platform.search_texts_titles alter column 1 set statistics 0;
