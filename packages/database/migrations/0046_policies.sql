-- What a tenant asks of its members.
alter table platform.tenants
  add column require_second_factor boolean not null default false,
  add column require_step_up boolean not null default false;
