import type { DataTable } from '../../domain/data/queries.ts';

const firstRows = 100;
const simpleName = /^[a-z_][a-z0-9_]*$/;

/** Writes a name in SQL, in quotation marks unless it is a simple one in lower case. */
export const quoteName = (name: string): string => (simpleName.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** Writes a first query of a table: all its columns, with the rows limited. */
export const selectAll = ({ name }: Pick<DataTable, 'name'>): string =>
  `select *\nfrom ${quoteName(name)}\nlimit ${firstRows}`;
