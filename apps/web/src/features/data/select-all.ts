import type { DataTable } from '../../domain/data/queries.ts';
import { quoteName } from './quote-name.ts';

const firstRows = 100;

/** Writes a first query of a table: all its columns, with the rows limited. */
export const selectAll = ({ name }: Pick<DataTable, 'name'>): string =>
  `select *\nfrom ${quoteName(name)}\nlimit ${firstRows}`;
