-- A run fails with a reason of its own if a text of it is too complex to be read, or if it has ended two processes of
-- the engine. A process that is lost leaves a mark on its runs: how often that has happened at the same place of the
-- run, which process it was, so that repeating counts once, and that place, by the run's events and answered calls.
alter table engine.runs
  add column lost_processes integer not null default 0,
  add column lost_process text,
  add column lost_progress bigint not null default 0,
  -- The process in which a run that may have ended others had its turn.
  add column turn_process text,
  -- Whether it has ended a process in which no other run can have done so.
  add column ends_processes boolean not null default false;
alter table engine.runs drop constraint runs_failure_reason_check;
alter table engine.runs add constraint runs_failure_reason_check check (failure_reason in ('stopped',
  'budget_exhausted', 'tasks_failed', 'planning_failed', 'task_missing', 'start_failed', 'engine_lost',
  'internal_error', 'text_too_complex', 'processes_lost'));
alter table platform.runs drop constraint runs_failure_reason_check;
alter table platform.runs add constraint runs_failure_reason_check check (failure_reason in ('stopped',
  'budget_exhausted', 'tasks_failed', 'planning_failed', 'task_missing', 'start_failed', 'engine_lost',
  'internal_error', 'text_too_complex', 'processes_lost'));
