import type { Database } from '@ecp/database/database';
import { type NoRow, type Statement, sql } from '@ecp/database/statement';

// Statements over the table drift.things that the test makes; the comments say what it must find.

interface Thing {
  id: string;
  size: number;
  note: string | null;
  made_at: Date;
}

const columns = 'id, size, note, made_at';
const selectThings = (condition: string) => `select ${columns} from drift.things where ${condition}`;

/** Right: the text is made of constants and of a function. */
export const right: Statement<Thing> = { text: selectThings('id = $1') };

/** Right: conditions come and go, parameters are numbered at run time, and the note is asked for. */
export function list(query: { note?: string; after?: Date }): Statement<Omit<Thing, 'note'> & { note: string }> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { all: 'note is not null' };
  if (query.note !== undefined) conditions['note'] = `note = ${place(query.note)}`;
  const after = query.after ? `and made_at > ${place(query.after)}` : '';
  return { text: `${selectThings(Object.values(conditions).join(' and '))} ${after} limit ${3 * 3}`, values };
}

/** The column is gone. */
export const renamed: Statement<{ label: string }> = { text: 'select label from drift.things' };

/** The row names a column otherwise. */
export const misnamed: Statement<{ madeAt: Date }> = { text: 'select made_at from drift.things' };

/** The size is a number, and the time is no text; json holds no Date. */
export const mistyped: Statement<{ size: string; made_at: string; data: Date }> = sql`
  select size, made_at, data from drift.things where id = ${'a'}`;

/** The note may be null, and so may everything of a thing that is joined if there is one. */
export const missingNull: Statement<{ note: string; size: number }> = {
  text: 'select one.note, other.size from drift.things one left join drift.things other on other.id = one.note',
};

/** The rows of a batch stand in their order; the second row is not declared. */
export async function batch(database: Database, name: string): Promise<Date | undefined> {
  const statement = <Row>(text: string): Statement<Row> => ({ name, text });
  const [[thing]] = await database.batchTenant<[Pick<Thing, 'made_at'>, NoRow]>('t', [
    statement('select made_at from drift.things'),
    { text: 'select size from drift.things' },
  ]);
  return thing?.made_at;
}

/** It is not declared as a statement. */
export const undeclared = { text: 'select size from drift.things' };

/** Nobody can know the text from the source. */
export const unknownText = (text: string): Statement => ({ text: `${text} returning id` });
