-- The figures of a version in the order of the text: one row holds them, as with citations (contract 10).
create table platform.deliverable_figures (
  tenant_id text not null,
  deliverable_id text not null,
  figures json not null,
  primary key (tenant_id, deliverable_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.deliverable_figures');

-- How many figures of a latest version another latest document gives otherwise. Written with each new version.
alter table platform.deliverables add column conflicting_figures integer not null default 0;
