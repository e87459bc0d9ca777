-- Anybody can sign up with anybody's address, so a password proves less than a mailed link. Only who is known to read
-- the mailbox may move between the tenants of one address (AUT-10).

-- The password was set, or first used together with a mailed link, by a reader of the mailbox.
alter table platform.users add column password_proven boolean not null default false;
-- The session began with a mailed link or a proven password.
alter table platform.sessions add column mailbox_proven boolean not null default false;
