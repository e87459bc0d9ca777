-- A run says why it failed, and a line of its log what it is about, as data beside the sentences for people. Rows of
-- earlier releases get these facts here, once, from their keys and, where nothing else tells, from their sentences.
alter table platform.runs add column failure_reason text check (failure_reason in ('stopped', 'budget_exhausted',
  'tasks_failed', 'planning_failed', 'task_missing', 'start_failed', 'engine_lost', 'internal_error'));
alter table engine.runs add column failure_reason text check (failure_reason in ('stopped', 'budget_exhausted',
  'tasks_failed', 'planning_failed', 'task_missing', 'start_failed', 'engine_lost', 'internal_error'));

-- Forced row-level security also binds the owner, whose updates would find no row.
alter table platform.runs no force row level security;
alter table engine.runs no force row level security;
alter table engine.events no force row level security;
alter table engine.model_calls no force row level security;
alter table engine.delegations no force row level security;

create function pg_temp.reason_of(error text) returns text language sql immutable return case
  when error = 'Stopped by user' or error = 'The run was stopped' then 'stopped'
  when error like 'Budget exhausted:%' then 'budget_exhausted'
  when error ~ '^\d+ of \d+ tasks failed: ' then 'tasks_failed'
  when error = 'The task to run again is not in the engagement any more' then 'task_missing'
  when error like 'Engine error: %' then 'start_failed'
  when error = 'The engine has lost the run' then 'engine_lost'
  when error like 'The engine hit an internal error%' then 'internal_error'
  -- What is left is what the planner's model said.
  when error is not null then 'planning_failed'
end;

update platform.runs set failure_reason = pg_temp.reason_of(error) where status = 'failed';
update engine.runs set failure_reason = pg_temp.reason_of(error) where status = 'failed';

-- An event with U+0000 stays as it is, as Postgres cannot read a field of it.
create function pg_temp.with_facts(data json, facts jsonb) returns json language sql immutable
  return (data::jsonb || facts)::json;

update engine.events e
set data = pg_temp.with_facts(e.data, jsonb_build_object('failureReason', pg_temp.reason_of(e.data->>'error')))
where e.type = 'status';

update engine.events e
set data = pg_temp.with_facts(e.data, jsonb_build_object('failureReason', case
  when e.data->>'error' is null then null
  when e.data->>'error' like 'Budget exhausted:%' then 'budget_exhausted'
  when e.data->>'error' = 'A task that it builds on did not complete' then 'dependency_failed'
  when e.data->>'error' = 'The run ended before it could start' then 'run_ended'
  when e.data->>'error' like 'The engine hit an internal error%' then 'internal_error'
  else 'call_failed'
end))
where e.type = 'task_complete' and position('\u0000' in e.data::text) = 0;

-- Lines about a task as a whole: their key ends with its id.
with about as (
  select e.tenant_id, e.run_id, e.seq, e.event_key, task->>'id' as task_id, task->>'agentSlug' as agent,
    split_part(e.event_key, ':', 2) as part, e.data->>'message' as message
  from engine.events e
  join engine.runs r on r.tenant_id = e.tenant_id and r.id = e.run_id
  cross join lateral json_array_elements(r.tasks) as task
  where e.type = 'log' and position('\u0000' in e.data::text) = 0
    and e.event_key in ('log:start:' || (task->>'id'), 'log:deliverable:' || (task->>'id'),
      'log:citations:' || (task->>'id'), 'log:end:' || (task->>'id'))
), facts as (
  select a.*, ended.data->>'status' as status from about a
  left join engine.events ended on ended.tenant_id = a.tenant_id and ended.run_id = a.run_id
    and ended.event_key = 'end:' || a.task_id
)
update engine.events e
set data = pg_temp.with_facts(e.data, jsonb_build_object('agent', f.agent, 'taskId', f.task_id,
  'code', case f.part when 'start' then 'task_started' when 'deliverable' then 'document_written'
    when 'citations' then 'citations_checked' else 'task_' || coalesce(f.status, 'completed') end,
  'level', case when f.part = 'citations' and f.message ~ ' checked, \d+ (altered|without)' then 'warning'
    when f.part = 'end' and f.status <> 'completed' then 'error' else 'info' end))
from facts f where e.tenant_id = f.tenant_id and e.run_id = f.run_id and e.seq = f.seq;

-- Lines about a call: their key holds the call's.
with calls as (
  select distinct on (tenant_id, run_id, call_key) tenant_id, run_id, call_key, task_id, agent_slug
  from engine.model_calls
)
update engine.events e
set data = pg_temp.with_facts(e.data, jsonb_build_object('agent', c.agent_slug, 'taskId', c.task_id,
  'code', case when e.event_key like 'retry:%' then 'call_retried' when e.event_key like 'log:cut:%' then 'document_cut'
    when e.data->>'message' like '% searched the sources %' then 'sources_searched' else 'tool_refused' end,
  'level', case when e.event_key like 'search:%' and e.data->>'message' like '% searched the sources %' then 'info'
    else 'warning' end))
from calls c
where e.type = 'log' and position('\u0000' in e.data::text) = 0
  and c.tenant_id = e.tenant_id and c.run_id = e.run_id
  and c.call_key = case when e.event_key like 'log:cut:%' then substr(e.event_key, 9)
    when e.event_key ~ '^(search|retry):.*:\d+$' then substring(e.event_key from '^[a-z]+:(.*):\d+$') end;

-- Lines about a question to a colleague.
update engine.events e
set data = pg_temp.with_facts(e.data, jsonb_build_object('agent', d.from_agent, 'taskId', d.task_id,
  'code', case d.state when 'refused' then 'question_refused' when 'reused' then 'answer_reused'
    else 'colleague_asked' end,
  'level', case d.state when 'refused' then 'warning' else 'info' end))
from engine.delegations d
where e.type = 'log' and position('\u0000' in e.data::text) = 0
  and d.tenant_id = e.tenant_id and d.run_id = e.run_id and e.event_key = 'log:delegation:' || d.id;

-- What is left is about the run itself.
update engine.events e
set data = pg_temp.with_facts(e.data, jsonb_build_object('agent', null, 'taskId', null,
  'code', case e.event_key when 'search:words-only' then 'vectors_missing' else 'plan_ready' end,
  'level', case e.event_key when 'search:words-only' then 'warning' else 'info' end))
where e.type = 'log' and position('\u0000' in e.data::text) = 0 and position('"code"' in e.data::text) = 0;

-- Whether a text stopped at the model's output limit. Until now a sentence at its end said so.
alter table engine.model_calls add column cut boolean not null default false;
update engine.model_calls set cut = true, answer = to_json(regexp_replace(answer #>> '{}',
  '\s*> This document was cut at the model''s output limit; run the task again with a narrower description\.\s*$', ''))
where position('was cut at the model''s output limit; run the task again' in answer::text) > 0
  and json_typeof(answer) = 'string' and answer #>> '{}' ~
    '> This document was cut at the model''s output limit; run the task again with a narrower description\.\s*$';

alter table platform.runs force row level security;
alter table engine.runs force row level security;
alter table engine.events force row level security;
alter table engine.model_calls force row level security;
alter table engine.delegations force row level security;
