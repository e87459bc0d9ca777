-- What the adversary objected to a version, with the writer's answers (contract 11).
alter table platform.deliverables add column objections json not null default '[]';
