-- What a version was built on: the latest versions, at that moment, of the tasks that its task depends on. It is stale
-- once one of them has a newer version.
create table platform.deliverable_upstreams (
  tenant_id text not null,
  deliverable_id text not null,
  upstream_id text not null,
  primary key (tenant_id, deliverable_id, upstream_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade,
  foreign key (tenant_id, upstream_id) references platform.deliverables (tenant_id, id) on delete cascade
);
create index deliverable_upstreams_upstream on platform.deliverable_upstreams (tenant_id, upstream_id);
call platform.secure_tenant_table('platform.deliverable_upstreams');

-- Set when a rerun is of several tasks; rerun_task_id is then the first of them.
alter table platform.runs add column rerun_task_ids text[];
