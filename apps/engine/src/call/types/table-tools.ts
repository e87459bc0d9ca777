import { queryLimits } from '@ecp/contract/work/tables';
import Type, { type Static } from 'typebox';
import { readToolInput, toJsonSchema } from './tool-input.ts';
import type { ToolDefinition } from './tool-types.ts';

const describeSchema = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 300, description: 'Name of one table; leave out for all' })) },
  { additionalProperties: false },
);
const querySchema = Type.Object(
  {
    sql: Type.String({
      minLength: 1,
      description: 'One select in the dialect of DuckDB, with tables and columns by their names in double quotes',
    }),
    title: Type.String({
      minLength: 1,
      maxLength: queryLimits.title,
      description: 'What the result shows, for a reader',
    }),
  },
  { additionalProperties: false },
);

/** The tool that describes the engagement's tables (contract 10). */
export const describeTablesTool: ToolDefinition = {
  name: 'describe_tables',
  description:
    'Returns the tables of this engagement: names, columns with types and units, numbers of rows, and the first rows.',
  inputSchema: toJsonSchema(describeSchema),
};

/** The tool that queries the engagement's tables (contract 10). */
export const queryTablesTool: ToolDefinition = {
  name: 'query_tables',
  description: `Computes over all rows of the tables of this engagement by one SQL select, and records the result as a source: Query <id>. At most ${queryLimits.rows} rows; sum, group and sort in SQL. Rows of totals are not in the tables.
A plan by month needs no table: with p as (select m as month, 500000 + sum(40000 * 1.02 ^ m - 60000) over (order by m) as cash from generate_series(1, 24) t(m)) select month, cash from p order by month; its break-even month: select min(month) from p where cash >= 0.
Where a month works on what the one before left: with recursive p as (select 1 as month, 500000.0 as cash union all select month + 1, (cash - 60000) * 1.01 from p where month < 24) select month, cash from p order by month.`,
  inputSchema: toJsonSchema(querySchema),
};

/** The tools that a call offers only if its run can query tables. */
export const tableTools: readonly ToolDefinition[] = [describeTablesTool, queryTablesTool];

/** Returns the checked input of a description, or a message for the model that says what is wrong with it. */
export function describeTablesInput(input: unknown): Static<typeof describeSchema> | string {
  return readToolInput(describeSchema, input);
}

/** Returns the checked input of a query, or a message for the model that says what is wrong with it. */
export function queryTablesInput(input: unknown): Static<typeof querySchema> | string {
  const read = readToolInput(querySchema, input);
  if (typeof read === 'string') return read;
  return read.sql.trim() === '' ? 'The statement is empty.' : read;
}
