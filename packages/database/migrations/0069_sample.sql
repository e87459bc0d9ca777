-- The finished sample of a workspace: an engagement that was imported and not paid, so that figures leave it out.
alter table platform.engagements add column sample boolean not null default false;
-- Each workspace has at most one, whoever asks for it at the same time.
create unique index engagements_sample on platform.engagements (tenant_id) where sample;
-- A run that was recorded elsewhere: the engine does not know it, and the platform has its events.
alter table platform.runs add column recorded boolean not null default false;
