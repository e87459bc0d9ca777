import type { DescribedColumn } from './describe-statement.ts';
import type { DeclaredColumn, ValueKind } from './read-columns.ts';

/** A column of a table. */
export interface TableColumn {
  /** Name of the table with its schema. */
  table: string;
  name: string;
  isNotNull: boolean;
}

/**
 * The values to which `openDatabase` converts each Postgres type, by object id. `json` can be any
 * JSON value.
 */
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
  // Only single bigint values become numbers, not those in arrays.
  ...allAs('string[]', [1009, 1015, 1016]),
};

function allAs<Kind>(kind: Kind, typeIds: readonly number[]): Record<number, Kind> {
  return Object.fromEntries(typeIds.map((id) => [id, kind]));
}

/**
 * Compares the declared row of a statement with the result that Postgres describes. Returns one
 * line per difference. `columnOf` finds the table column from which a result column comes.
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
      return [
        ...compareKinds(column, found.typeId),
        ...(nullable ? [`declares ${column.name} without null`] : []),
      ];
    }),
  ];
}

/**
 * True for a column that allows null or is outer-joined, unless the statement requires it to be not
 * null.
 */
function mayBeNull(text: string, { table, name, isNotNull }: TableColumn): boolean {
  const isOuter = new RegExp(
    `\\b(left|full)( outer)? join ${table.replace('.', '\\.')}\\b`,
    'i',
  ).test(text);
  const isExcluded = new RegExp(`\\b${name} is not null\\b`, 'i').test(text);
  return (!isNotNull || isOuter) && !isExcluded;
}

function compareKinds({ name, kinds }: DeclaredColumn, typeId: number): string[] {
  const actual = kindsByType[typeId];
  if (actual === undefined)
    return [`${name} has the type ${typeId}, which this check does not know`];
  const fits = (kind: ValueKind) =>
    kind === 'any' || (actual === 'json' ? kind !== 'date' && kind !== 'bytes' : kind === actual);
  const wrong = kinds.filter((kind) => !fits(kind));
  return wrong.length === 0
    ? []
    : [`declares ${name} as ${wrong.join(' | ')}, but it is ${actual}`];
}
