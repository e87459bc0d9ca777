-- A stranger may add any number of rows to an address. What is asked with each request must not read all of them.

-- Was another row of this address used later?
drop index platform.users_email;
create index users_email on platform.users (email, last_used_at);

-- Which rows of this address are proven?
create index users_email_verified on platform.users (email) where email_verified_at is not null;
