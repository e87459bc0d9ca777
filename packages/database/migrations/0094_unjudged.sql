-- Citations whose source, words and values stand, and about which no judge said anything (contract 14). Versions that
-- were checked before have none.
alter table platform.deliverables add column citations_unjudged integer;
update platform.deliverables set citations_unjudged = 0 where citations_verified is not null;
alter table platform.deliverables
  drop constraint deliverables_citations_counted,
  add constraint deliverables_citations_counted check (
    num_nulls(
      citations_verified, citations_computed, citations_unjudged, citations_altered, citations_unsupported,
      citations_missing_source, citations_uncited
    ) in (0, 7)
  );
