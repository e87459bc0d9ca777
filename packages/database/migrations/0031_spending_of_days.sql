-- What a tenant's calls cost the operator on a day in UTC, and what calls in flight may still cost. Rows are kept only
-- where MAX_TENANT_USD_PER_DAY is set; calls with a tenant's own keys cost the operator nothing and do not count.
create table engine.tenant_days (
  tenant_id text not null,
  day date not null,
  spent_nano_usd bigint not null default 0 check (spent_nano_usd >= 0),
  reserved_nano_usd bigint not null default 0 check (reserved_nano_usd >= 0),
  primary key (tenant_id, day)
);
call platform.secure_tenant_table('engine.tenant_days');
call platform.allow_system('engine.tenant_days', 'select, delete');

-- The days of an erased tenant go with it. They outlive its engagements, because otherwise a deletion would begin the
-- day anew.
create function platform.forget_tenant_days() returns trigger language plpgsql as $$
begin
  delete from engine.tenant_days where tenant_id = old.id;
  return null;
end
$$;
create trigger forget_tenant_days after delete on platform.tenants
  for each row execute function platform.forget_tenant_days();

-- The day that pays a call or a search; null for one that counts for no day.
alter table engine.model_calls add column paying_day date;
alter table engine.research_calls add column paying_day date;

-- What the current tenant has spent today, for the platform.
create function platform.spent_today() returns bigint language sql stable as $$
  select coalesce(sum(spent_nano_usd), 0)::bigint from engine.tenant_days
  where tenant_id = platform.current_tenant_id() and day = (now() at time zone 'utc')::date
$$;

alter table engine.call_endings drop constraint call_endings_outcome_check;
alter table engine.call_endings add constraint call_endings_outcome_check
  check (outcome in ('failed', 'exhausted', 'tenant_spend_limit'));
alter table engine.runs drop constraint runs_failure_reason_check;
alter table engine.runs add constraint runs_failure_reason_check check (failure_reason in ('stopped',
  'budget_exhausted', 'tenant_spend_limit', 'tasks_failed', 'planning_failed', 'task_missing', 'start_failed',
  'engine_lost', 'internal_error', 'text_too_complex', 'processes_lost'));
alter table platform.runs drop constraint runs_failure_reason_check;
alter table platform.runs add constraint runs_failure_reason_check check (failure_reason in ('stopped',
  'budget_exhausted', 'tenant_spend_limit', 'tasks_failed', 'planning_failed', 'task_missing', 'start_failed',
  'engine_lost', 'internal_error', 'text_too_complex', 'processes_lost'));
