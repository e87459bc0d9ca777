-- The services store each address in one canonical form (AUT-17), which differs from the database's lower case for some
-- characters. Older rows follow it where no other row of the tenant already has that address.
alter table platform.users drop constraint users_email_check;
alter table platform.users no force row level security;
update platform.users u set email = normalize(lower(normalize(email, NFKC)), NFKC)
where email ~ '[^[:ascii:]]' and not exists (
  select from platform.users o
  where o.tenant_id = u.tenant_id and o.id <> u.id
    and normalize(lower(normalize(o.email, NFKC)), NFKC) = normalize(lower(normalize(u.email, NFKC)), NFKC)
);
alter table platform.users force row level security;
