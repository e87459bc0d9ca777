-- The check of a version that a person wrote lacks a file that was being read. It is repeated when the file is read.
alter table platform.deliverables add column check_waits boolean not null default false;
