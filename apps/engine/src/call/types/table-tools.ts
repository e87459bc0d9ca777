import { queryLimits } from '@ecp/contract/work/tables';
import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { ToolDefinition } from './tool-types.ts';

const describeSchema = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 300, description: 'Name of one table; leave out for all' })) },
  { additionalProperties: false },
);
const querySchema = Type.Object(
  {
    sql: Type.String({
      minLength: 1,
      maxLength: queryLimits.sql,
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
  inputSchema: toJson(describeSchema),
};

/** The tool that queries the engagement's tables (contract 10). */
export const queryTablesTool: ToolDefinition = {
  name: 'query_tables',
  description: `Computes over all rows of the tables of this engagement by one SQL select, and records the result as a source: Query <id>. At most ${queryLimits.rows} rows; sum, group and sort in SQL. Rows of totals are not in the tables.`,
  inputSchema: toJson(querySchema),
};

/** The tools that a call offers only if its run can query tables. */
export const tableTools: readonly ToolDefinition[] = [describeTablesTool, queryTablesTool];

/** Returns the checked input of a description, or a message for the model that says what is wrong with it. */
export function describeTablesInput(input: unknown): Static<typeof describeSchema> | string {
  return readInput(describeSchema, input);
}

/** Returns the checked input of a query, or a message for the model that says what is wrong with it. */
export function queryTablesInput(input: unknown): Static<typeof querySchema> | string {
  const read = readInput(querySchema, input);
  if (typeof read === 'string') return read;
  return read.sql.trim() === '' ? 'The statement is empty.' : read;
}

function readInput<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> | string {
  if (Value.Check(schema, input)) return input;
  const [first] = Value.Errors(schema, input);
  return `The input does not fit: ${first?.instancePath.slice(1) || 'it'} ${first?.message ?? 'is invalid'}.`;
}

function toJson(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}
