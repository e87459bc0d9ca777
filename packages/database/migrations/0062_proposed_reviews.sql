-- For a review by which a proposal was accepted (contract 11): the run that amends the version for it, and the changes
-- of sources that its notes tell in words.
alter table platform.reviews add column run_id text;
alter table platform.reviews add column source_changes json;
alter table platform.reviews add foreign key (tenant_id, run_id)
  references platform.runs (tenant_id, id) on delete set null (run_id);
create index reviews_run on platform.reviews (tenant_id, run_id);
