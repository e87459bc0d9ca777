import type { DescribedColumn } from './describe-statement.ts';
import type { DeclaredColumn, ValueKind } from './read-columns.ts';

/** A column of a table. */
export interface TableColumn {
  /** With its schema. */
  table: string;
  name: string;
  isNotNull: boolean;
}

/** What `openDatabase` makes of a type of Postgres, by object id; `json` can be anything that JSON can hold. */
const kindsByType: Readonly<Record<number, ValueKind | 'json' | 'nothing'>> = {
  ...allAs('string', [18, 19, 25, 1042, 1043, 2950]),
  ...allAs('number', [20, 21, 23, 26, 700, 701, 1700]),
  ...allAs('boolean', [16]),
  ...allAs('bytes', [17]),
  ...allAs('date', [1082, 1114, 1184]),
  ...allAs('json', [114, 3802]),
  ...allAs('nothing', [2278]),
  ...allAs('boolean[]', [1000]),
  ...allAs('number[]', [1005, 1007, 1021, 1022, 1231]),
  // Only single values of bigint become numbers.
  ...allAs('string[]', [1009, 1015, 1016]),
};

function allAs<Kind>(kind: Kind, typeIds: readonly number[]): Record<number, Kind> {
  return Object.fromEntries(typeIds.map((id) => [id, kind]));
}

/**
 * Compares the row that a statement declares with the answer that Postgres describes: one line for each difference.
 * `columnOf` finds the column of a table that an answer's column comes from.
 */
export function compareRow(
  { text, columns }: { text: string; columns: readonly DeclaredColumn[] },
  described: readonly DescribedColumn[],
  columnOf: (origin: NonNullable<DescribedColumn['origin']>) => TableColumn | undefined,
): string[] {
  const answered = described.filter(({ typeId }) => kindsByType[typeId] !== 'nothing');
  const undeclared = answered.filter(({ name }) => !columns.some((column) => column.name === name));
  return [
    ...undeclared.map(({ name }) => `answers with ${name}, which is not declared`),
    ...columns.flatMap((column) => {
      const found = answered.find(({ name }) => name === column.name);
      if (!found) return [`declares ${column.name}, which it does not answer with`];
      const origin = found.origin && columnOf(found.origin);
      const nullable = !column.mayBeNull && origin && mayBeNull(text, origin);
      return [...compareKinds(column, found.typeId), ...(nullable ? [`declares ${column.name} without null`] : [])];
    }),
  ];
}

/** A column that allows null, or one of a table that is joined if there is a row; unless the statement asks for no null. */
function mayBeNull(text: string, { table, name, isNotNull }: TableColumn): boolean {
  const isOuter = new RegExp(`\\b(left|full)( outer)? join ${table.replace('.', '\\.')}\\b`, 'i').test(text);
  const isExcluded = new RegExp(`\\b${name} is not null\\b`, 'i').test(text);
  return (!isNotNull || isOuter) && !isExcluded;
}

function compareKinds({ name, kinds }: DeclaredColumn, typeId: number): string[] {
  const actual = kindsByType[typeId];
  if (actual === undefined) return [`${name} has the type ${typeId}, which this check does not know`];
  const fits = (kind: ValueKind) =>
    kind === 'any' || (actual === 'json' ? kind !== 'date' && kind !== 'bytes' : kind === actual);
  const wrong = kinds.filter((kind) => !fits(kind));
  return wrong.length === 0 ? [] : [`declares ${name} as ${wrong.join(' | ')}, but it is ${actual}`];
}
