-- What the check of a version's citations found. How many are in each state is read with every version, so it stands on
-- the version; all three are null where none was checked. The citations themselves are read by version, whole and in the
-- order of the text: one row holds them.
alter table platform.deliverables
  add column citations_verified integer,
  add column citations_altered integer,
  add column citations_missing_source integer,
  add constraint deliverables_citations_counted
    check (num_nulls(citations_verified, citations_altered, citations_missing_source) in (0, 3));

create table platform.deliverable_citations (
  tenant_id text not null,
  deliverable_id text not null,
  citations json not null,
  primary key (tenant_id, deliverable_id),
  foreign key (tenant_id, deliverable_id) references platform.deliverables (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.deliverable_citations');
