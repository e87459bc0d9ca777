-- The event that brought a score: two of one millisecond keep the order in which they were given.
alter table platform.quality_scores add column event_seq bigint not null default 0;
