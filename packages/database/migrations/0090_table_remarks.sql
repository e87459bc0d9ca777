-- What a table leaves out of its sheet or file, and what readers of its columns should know (contract 16). They belong to
-- a table, so that the list of the whole file, which nobody read, is gone.
alter table platform.data_tables
  -- How many rows are left out, and number and reason of the first ones.
  add column left_out json not null default '{"count": 0, "rows": []}',
  -- Column, kind and sentence of each.
  add column remarks json not null default '[]';
alter table platform.table_builds drop column left_out;
