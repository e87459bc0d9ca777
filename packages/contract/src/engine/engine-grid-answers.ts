import { type Static, Type } from 'typebox';
import { Nullable, Usd } from '../declaring/scalars.ts';
import { FailureReason } from '../values/run-facts.ts';
import { GridCell, GridColumn } from '../work/grids.ts';
import { StartRunRequest } from './engine-api.ts';
import { engineRunStatuses } from './engine-events.ts';

const { runId, engagement } = StartRunRequest.properties;

/** A file whose text is given in parts: pages, sheets, slides, sections, or one part. */
export const GridFile = Type.Object({
  filename: Type.String(),
  parts: Type.Array(Type.Object({ location: Nullable(Type.String()), text: Type.String() })),
  /** True if the file holds more text than the parts. */
  truncated: Type.Boolean(),
});
export type GridFile = Static<typeof GridFile>;

/** Questions about one file, each with the type of its answer. Repeating an askId costs nothing. */
export const EngineGridRequest = Type.Object({
  askId: runId,
  engagement,
  file: GridFile,
  columns: Type.Array(GridColumn, { minItems: 1 }),
});
export type EngineGridRequest = Static<typeof EngineGridRequest>;

const { value, unit, text, quote, place, passage, reason } = GridCell.properties;

/**
 * The answer to one question, checked. `not_found`: the file does not say; `failed`: no model
 * answered.
 */
export const AnsweredCell = Type.Object({
  columnId: Type.String(),
  value,
  unit,
  text,
  quote,
  place,
  passage,
  reason,
  state: Type.Enum([
    'verified',
    'computed',
    'unjudged',
    'altered',
    'unsupported',
    'not_found',
    'failed',
  ]),
});
export type AnsweredCell = Static<typeof AnsweredCell>;

export const EngineGridAnswer = Type.Object({
  askId: Type.String(),
  /** `running` means no answer within `waitMs`: repeat the request. */
  status: Type.Enum([...engineRunStatuses]),
  error: Nullable(Type.String()),
  failureReason: Nullable(FailureReason),
  /**
   * Those that are answered. A run that was stopped, or whose budget is spent, lacks the others.
   */
  cells: Type.Array(AnsweredCell),
  costUsd: Usd,
  /** What judgements, drafts of queries and grids of the engagement together have cost. */
  judgingSpentUsd: Usd,
});
export type EngineGridAnswer = Static<typeof EngineGridAnswer>;
