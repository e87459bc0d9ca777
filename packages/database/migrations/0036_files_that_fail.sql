-- The state of a file whose text cannot be read is `failed`; it was `unreadable`.
alter table platform.attachments drop constraint attachments_extraction_state_check;
alter table platform.attachments no force row level security;
update platform.attachments set extraction_state = 'failed' where extraction_state = 'unreadable';
alter table platform.attachments force row level security;
alter table platform.attachments add constraint attachments_extraction_state_check
  check (extraction_state in ('pending', 'extracted', 'empty', 'failed', 'encrypted', 'timeout', 'too_large'));

-- A process of the release before writes the former word until it ends.
create function platform.name_failed_extraction() returns trigger language plpgsql as $$
begin
  new.extraction_state := 'failed';
  return new;
end
$$;
create trigger name_failed_extraction before insert or update on platform.attachments
  for each row when (new.extraction_state = 'unreadable') execute function platform.name_failed_extraction();
