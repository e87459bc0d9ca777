-- The language of the last mail to the owner of an account that is being erased; null is English.
alter table platform.deletion_requests add column language text;
