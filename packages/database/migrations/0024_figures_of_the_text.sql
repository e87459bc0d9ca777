-- Figures that a document sets itself, as assumptions or proposals, are counted beside its citations.
alter table platform.deliverables add column citations_set_by_text integer not null default 0;
