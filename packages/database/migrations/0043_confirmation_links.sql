-- Sign-up mails a link that confirms the address (AUT-18).
alter table platform.email_tokens drop constraint email_tokens_purpose_check;
alter table platform.email_tokens add constraint email_tokens_purpose_check
  check (purpose in ('magic_link', 'invitation', 'password_reset', 'confirmation'));
-- When the address of a row was last asked to confirm itself. Rows of older releases were never asked.
alter table platform.users add column confirmation_asked_at timestamptz;
