-- Begins each transaction of an executor (see 0070). Its code is its own: that of `require_lease` is the code of a plan's
-- limit, too. Processes of the release before call `require_lease`, which stays as it is for them.
create function platform.confirm_lease(id text) returns void language plpgsql volatile strict security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7305204, hashtext(id));
  if not exists (select from platform.executor_leases where executor_id = id) then
    raise exception 'Another process has taken over the work of %', id using errcode = 'EL002';
  end if;
end
$$;
revoke execute on function platform.confirm_lease(text) from public;
grant execute on function platform.confirm_lease(text) to ecp_tenant;
grant create on schema platform to ecp_system;
alter function platform.confirm_lease(text) owner to ecp_system;
revoke create on schema platform from ecp_system;
