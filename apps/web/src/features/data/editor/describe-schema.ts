import type { SQLNamespace } from '@codemirror/lang-sql';
import type { DataTable } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';

const { types } = dataTexts.tables;

/** Describes tables for completion: each column with its type and unit, each table with its file. */
export function describeSchema(tables: readonly DataTable[]): SQLNamespace {
  return Object.fromEntries(
    tables.map(({ name, filename, columns }) => [
      name,
      {
        self: { label: name, detail: filename, type: 'type' },
        children: columns.map((column) => ({
          label: column.name,
          detail: [types[column.type], column.unit].filter(Boolean).join(', '),
          type: 'property',
        })),
      },
    ]),
  );
}
