-- Lets the search find the tenant's oldest changes, as before. A deletion locks its row before it deletes the texts of the
-- row, and indexing takes the same locks first: in the opposite order, the two could wait for each other. A change whose
-- rows another transaction holds waits for the next call.
create or replace function platform.index_changes(most integer) returns table (done integer, failures text[]) language plpgsql as $$
declare
  tenant constant text := platform.current_tenant_id();
  change platform.search_changes;
begin
  done := 0;
  failures := '{}';
  if pg_try_advisory_xact_lock(hashtextextended('search ' || tenant, 0)) then
    for change in
      select c.* from platform.search_changes c
      join platform.engagements e on e.tenant_id = c.tenant_id and e.id = c.engagement_id
      where c.tenant_id = tenant and c.due_at <= now() order by c.id limit most
      for key share of e skip locked
    loop
      if change.kind = 'source' then
        perform from platform.attachments a
        where a.tenant_id = tenant and a.id = change.source_id for key share skip locked;
        continue when not found and exists (
          select from platform.attachments a where a.tenant_id = tenant and a.id = change.source_id);
      end if;
      begin
        call platform.index_change(change);
        delete from platform.search_changes c where c.tenant_id = tenant and c.id = change.id;
      exception when others then
        failures := failures || (change.kind || ' ' || change.source_id || ': ' || sqlerrm);
        update platform.search_changes c
        set failures = c.failures + 1, due_at = now() + least(power(2, c.failures), 3600) * interval '1 second'
        where c.tenant_id = tenant and c.id = change.id;
      end;
      done := done + 1;
    end loop;
  end if;
  return next;
end
$$;
