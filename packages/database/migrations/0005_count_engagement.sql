-- Counts one more engagement of this calendar month (UTC) in the transaction that creates it, or fails with EL001 and
-- the detail `used/allowed`. Its row is locked until the end of the transaction: call it last.
create function platform.count_engagement(for_tenant text, limits_by_plan jsonb) returns void language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC');
  allowed integer := (select (limits_by_plan ->> plan)::integer from platform.tenants where id = for_tenant);
begin
  insert into platform.monthly_usage as usage (tenant_id, month, engagements_created) values (for_tenant, this_month, 1)
  on conflict (tenant_id, month) do update set engagements_created = usage.engagements_created + 1
    where allowed is null or usage.engagements_created < allowed;
  if not found then
    raise exception 'Monthly engagement limit reached' using errcode = 'EL001', detail = (
      select engagements_created || '/' || allowed from platform.monthly_usage
      where tenant_id = for_tenant and month = this_month);
  end if;
end
$$;
