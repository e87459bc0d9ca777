-- What the number of a cell counts: an ISO 4217 code, `$`, `%` or a sign such as `kg`.
alter table platform.grid_cells add column unit text;
