import type { Database } from '@ecp/database/database';
import { type NoRow, type Statement, sql } from '@ecp/database/statement';

// Statements on the table drift.things, which the test creates. The comments say what the check
// must find.

interface Thing {
  id: string;
  size: number;
  note: string | null;
  made_at: Date;
}

const columns = 'id, size, note, made_at';
const selectThings = (condition: string) =>
  `select ${columns} from drift.things where ${condition}`;

/** Correct: the text consists of constants and a function call. */
export const right: Statement<Thing> = { text: selectThings('id = $1') };

/**
 * Correct: conditions are optional, parameters are numbered at run time, and the note is required.
 */
export function list(query: {
  note?: string;
  after?: Date;
}): Statement<Omit<Thing, 'note'> & { note: string }> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { all: 'note is not null' };
  if (query.note !== undefined) conditions['note'] = `note = ${place(query.note)}`;
  const after = query.after ? `and made_at > ${place(query.after)}` : '';
  return {
    text: `${selectThings(Object.values(conditions).join(' and '))} ${after} limit ${3 * 3}`,
    values,
  };
}

/** The column no longer exists. */
export const renamed: Statement<{ label: string }> = { text: 'select label from drift.things' };

/** The row has a different name for a column. */
export const misnamed: Statement<{ madeAt: Date }> = { text: 'select made_at from drift.things' };

/** The size is a number, the time is not text, and json cannot contain a Date. */
export const mistyped: Statement<{ size: string; made_at: string; data: Date }> = sql`
  select size, made_at, data from drift.things where id = ${'a'}`;

/** The note may be null, and so may every column of an outer-joined thing. */
export const missingNull: Statement<{ note: string; size: number }> = {
  text: 'select one.note, other.size from drift.things one left join drift.things other on other.id = one.note',
};

/** The rows of a batch are in the order of its statements. The second row is not declared. */
export async function batch(database: Database, name: string): Promise<Date | undefined> {
  const statement = <Row>(text: string): Statement<Row> => ({ name, text });
  const [[thing]] = await database.batchTenant<[Pick<Thing, 'made_at'>, NoRow]>('t', [
    statement('select made_at from drift.things'),
    { text: 'select size from drift.things' },
  ]);
  return thing?.made_at;
}

/** The object is not declared as a statement. */
export const undeclared = { text: 'select size from drift.things' };

/** The text does not follow from the source. */
export const unknownText = (text: string): Statement => ({ text: `${text} returning id` });

/** Correct, and the first of its name. */
export const named: Statement<{ id: string }> = {
  name: 'select_thing',
  text: 'select id from drift.things',
};

/** The name has another text. */
export const renamedText: Statement<{ id: string }> = {
  name: 'select_thing',
  text: 'select id from drift.things where id = $1',
};
