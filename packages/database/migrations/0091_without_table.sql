-- The sheets and parts of a file that give no table, and why (contract 16): an array of {sheet, reason}.
alter table platform.table_builds add column unread json not null default '[]';
