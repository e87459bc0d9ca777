import type { Completion } from '@codemirror/autocomplete';
import type { SQLNamespace } from '@codemirror/lang-sql';
import type { DataTable } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { quoteName } from '../quote-name.ts';

const { types } = dataTexts.tables;

/** Describes tables for completion: each table with its file, and its columns behind its name and a point. */
export function describeSchema(tables: readonly DataTable[]): SQLNamespace {
  return Object.fromEntries(
    tables.map((table) => [
      table.name,
      {
        self: { label: table.name, apply: quoteName(table.name), detail: table.filename, type: 'type' },
        children: listColumns([table]),
      },
    ]),
  );
}

/** Lists the columns of all tables for completion, one of a name, each with its type and unit. */
export function listColumns(tables: readonly DataTable[]): Completion[] {
  const byName = new Map(tables.flatMap(({ columns }) => columns).map((column) => [column.name, column]));
  return [...byName.values()].map(({ name, type, unit }) => ({
    label: name,
    apply: quoteName(name),
    detail: [types[type], unit].filter(Boolean).join(', '),
    type: 'property',
  }));
}
