-- Each index is made while others write. One that a crash left unfinished is dropped first.
drop index concurrently if exists engine.runs_events_kept;
create index concurrently runs_events_kept on engine.runs (finished_at, id)
  where finished_at is not null and not events_thinned;

drop index concurrently if exists engine.runs_calls_kept;
create index concurrently runs_calls_kept on engine.runs (finished_at, id)
  where finished_at is not null and not calls_thinned;
