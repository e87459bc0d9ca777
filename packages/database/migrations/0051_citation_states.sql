-- States of citations that a check tells apart since contract 9. Versions that were checked before have none in them.
alter table platform.deliverables
  add column citations_computed integer,
  add column citations_unsupported integer,
  add column citations_uncited integer;
update platform.deliverables
  set citations_computed = 0, citations_unsupported = 0, citations_uncited = 0
  where citations_verified is not null;
alter table platform.deliverables
  drop constraint deliverables_citations_counted,
  add constraint deliverables_citations_counted check (
    num_nulls(
      citations_verified, citations_computed, citations_altered, citations_unsupported, citations_missing_source,
      citations_uncited
    ) in (0, 6)
  );

-- Why an admin approved a version in spite of open citations; null for other reviews.
alter table platform.reviews add column override_reason text;

-- Approval needs citations that are all verified or computed.
alter table platform.tenants add column require_verified_citations boolean not null default false;
