-- Tells the platform whether any engine on this database has a run of the current tenant.
create function engine.has_run(run_id text) returns boolean language sql stable parallel safe
  return exists (select from engine.runs where tenant_id = platform.current_tenant_id() and id = run_id);
