-- A run fails with a reason of its own if a text of it is too complex to be read, or if two processes of the engine have
-- ended at the same place of it. What a process has left is counted by its id, so that repeating counts once.
alter table engine.runs
  add column lost_processes integer not null default 0,
  add column lost_process text,
  -- How far the run had come when the last process was lost: its events and its answered calls.
  add column lost_progress bigint not null default 0;
alter table engine.runs drop constraint runs_failure_reason_check;
alter table engine.runs add constraint runs_failure_reason_check check (failure_reason in ('stopped',
  'budget_exhausted', 'tasks_failed', 'planning_failed', 'task_missing', 'start_failed', 'engine_lost',
  'internal_error', 'text_too_complex', 'processes_lost'));
alter table platform.runs drop constraint runs_failure_reason_check;
alter table platform.runs add constraint runs_failure_reason_check check (failure_reason in ('stopped',
  'budget_exhausted', 'tasks_failed', 'planning_failed', 'task_missing', 'start_failed', 'engine_lost',
  'internal_error', 'text_too_complex', 'processes_lost'));
