-- An event of a run and its effect commit in one transaction, so nothing is brought over later.
alter table platform.runs
  drop column confirmed_at,
  drop column event_cursor,
  drop column follower,
  drop column waiting_until;
drop function platform.follows_run(text);
drop function engine.has_run(text);
delete from platform.works where kind = 'followRun';

-- Models read the images of files where the files' pages are stored.
drop table engine.images;
