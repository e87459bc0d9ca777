import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../declaring/scalars.ts';
import { Cell, DataTable, queryLimits, TableColumn } from '../work/tables.ts';

/** A table of the engagement as agents see it, with its first rows. */
export const EngineTable = Type.Object({
  ...DataTable.properties,
  sample: Type.Array(Type.Array(Cell), { description: 'The first rows' }),
});
export type EngineTable = Static<typeof EngineTable>;

/** The result of a recorded query, as agents and the check see it. */
export const EngineQuery = Type.Object({
  id: Id,
  title: Nullable(Type.String()),
  sql: Type.String(),
  columns: Type.Array(TableColumn),
  rows: Type.Array(Type.Array(Cell)),
  truncated: Type.Boolean(),
  resultHash: Type.String(),
});
export type EngineQuery = Static<typeof EngineQuery>;

/**
 * Access of a run to the tables of its engagement. The engine posts queries to `url` with `token` as Bearer. The token
 * opens the tables of this engagement for this run, and nothing else.
 */
export const QueryAccess = Type.Object({
  url: Type.String({ maxLength: 2_000 }),
  token: Type.String({ maxLength: 1_000 }),
});
export type QueryAccess = Static<typeof QueryAccess>;

/** Path on the platform that runs an agent's query. */
export const runQueryPath = '/internal/queries';

/** A query of an agent. `id` is chosen by the engine: the same id and statement give the same record again. */
export const RunQueryBody = Type.Object({
  id: Type.String({ minLength: 8, maxLength: 64, pattern: '^[a-z0-9]+$' }),
  sql: Type.String({ minLength: 1 }),
  title: Type.Optional(Nullable(Type.String({ maxLength: queryLimits.title }))),
  agentSlug: Type.String({ maxLength: 100 }),
});
export type RunQueryBody = Static<typeof RunQueryBody>;

/**
 * The recorded query, or why there is none. A refused or failed statement is an answer, not an error of the request.
 */
export const RunQueryAnswer = Type.Union([
  Type.Object({ query: EngineQuery }),
  Type.Object({ refused: Type.String({ description: 'Why the statement was refused or failed' }) }),
]);
export type RunQueryAnswer = Static<typeof RunQueryAnswer>;
