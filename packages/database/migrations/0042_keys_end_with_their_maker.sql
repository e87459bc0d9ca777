-- A key acts for the member who made it (KEY-14). The keys of members who have already left the team end here.
alter table platform.api_keys no force row level security;
alter table platform.users no force row level security;
update platform.api_keys k set revoked_at = now()
where revoked_at is null
  and not exists (select from platform.users u where u.tenant_id = k.tenant_id and u.id = k.created_by);
alter table platform.api_keys force row level security;
alter table platform.users force row level security;
create index api_keys_maker on platform.api_keys (tenant_id, created_by) where revoked_at is null;
