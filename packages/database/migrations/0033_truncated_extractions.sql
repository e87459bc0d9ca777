-- Whether a file holds more text than was read of it: its note then belongs to the summary even where the uploader gave one.
alter table platform.attachments add column extraction_truncated boolean not null default false;
