-- The mail that carries the link: when it is sent once more, its new links take the place of the old ones.
alter table platform.email_tokens add column mail_id text;
create index email_tokens_mail on platform.email_tokens (mail_id) where mail_id is not null;
