import type { DataTable } from '../../shared/data/data-queries.ts';

const firstRows = 100;

/** Writes a first query of a table: all its columns, with the rows limited. */
export const selectAll = ({ name }: Pick<DataTable, 'name'>): string =>
  `select *\nfrom ${name}\nlimit ${firstRows}`;
