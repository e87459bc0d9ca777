-- The language in which a person reads the pages; null follows the browser.
alter table platform.users add column language text;
