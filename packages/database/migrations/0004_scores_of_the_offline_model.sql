-- Scores that the offline model gave count words and references. Pages and statistics leave them out.
alter table platform.quality_scores add column offline boolean not null default false;
alter table platform.quality_scores no force row level security;
alter table engine.model_calls no force row level security;
update platform.quality_scores s set offline = true
  where exists (
    select from engine.model_calls c
    where c.tenant_id = s.tenant_id and c.run_id = s.run_id and c.task_id = s.task_id
      and c.purpose = 'evaluate' and c.model = 'local/extractive');
alter table platform.quality_scores force row level security;
alter table engine.model_calls force row level security;
