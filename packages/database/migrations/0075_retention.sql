-- Retention of ended runs and of old texts (docs/decisions/retention.md).

-- The hash of an answer that is no longer kept, as dossiers show it.
alter table engine.model_calls add column answer_sha256 text;

-- Whether the run has lost the texts in its events, and its request with the answers of its calls.
alter table engine.runs add column events_thinned boolean not null default false,
  add column calls_thinned boolean not null default false;

-- Tells whether the platform still applies the events of a run of the current tenant.
create function platform.follows_run(run_id text) returns boolean language sql stable parallel safe
  return exists (
    select from platform.runs
    where tenant_id = platform.current_tenant_id() and id = run_id and status in ('running', 'paused'));
