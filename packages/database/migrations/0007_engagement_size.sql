-- Lets a page of the list end before it grows too large, without reading the texts themselves.
alter table platform.engagements add column size_bytes integer not null
  generated always as (octet_length(brief) + octet_length(tasks::text)) stored;
