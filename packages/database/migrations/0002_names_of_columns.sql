-- How a recorded statement names columns: plainly, or by the heads of the file, as those before this change did.
alter table platform.queries
  add column naming text not null default 'heads' check (naming in ('plain', 'heads'));

-- A run of kind `query` writes one statement for a question and makes no document.
alter table engine.runs drop constraint runs_kind_check;
alter table engine.runs add constraint runs_kind_check check (kind in ('run', 'plan', 'judge', 'query'));
-- The statement that a run of kind `query` has written.
alter table engine.runs add column drafted json;
