-- When a tenant's mails to people who never confirmed their address are due (TEA-16): at most 50 within any hour.
create table platform.stranger_mails (
  tenant_id text not null references platform.tenants on delete cascade,
  due_at timestamptz not null
);
create index stranger_mails_tenant on platform.stranger_mails (tenant_id, due_at desc);
call platform.secure_tenant_table('platform.stranger_mails');
call platform.allow_system('platform.stranger_mails', 'select, insert, delete');
