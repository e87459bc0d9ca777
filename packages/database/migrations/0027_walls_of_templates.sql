-- A template that was saved from an engagement is behind the walls of that engagement. No foreign key: the template
-- outlasts the engagement, and the wall still stands before it.
alter table platform.templates add column engagement_id text;
call platform.wall_table('platform.templates');
