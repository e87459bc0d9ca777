-- Makes the roles of an empty server. The image of Postgres runs this file once, on the database app.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv service_password DATABASE_PASSWORD
create role ecp_tenant nologin;
create role ecp_system nologin;
-- The first migration makes missing roles, and needs the right to even where there are none to make.
create role ecp_owner login createrole password :'owner_password';
create role ecp_service login noinherit password :'service_password';
grant ecp_tenant, ecp_system to ecp_owner;
grant ecp_tenant, ecp_system to ecp_service with inherit false, set true;
alter database app owner to ecp_owner;
-- PgBouncer does not pass on the limits that the services ask for when they connect.
alter role ecp_service set statement_timeout = '60s';
alter role ecp_service set idle_in_transaction_session_timeout = '60s';
