import { type Static, Type } from 'typebox';
import { Nullable, Usd } from '../declaring/scalars.ts';
import { FailureReason } from '../values/run-facts.ts';
import { StartRunRequest } from './engine-api.ts';
import { engineRunStatuses } from './engine-events.ts';

const { runId, engagement, tables, withoutTable } = StartRunRequest.properties;

/**
 * A question about an engagement's tables, for which a model writes a statement. Repeating a
 * draftId costs nothing.
 */
export const EngineQueryDraftRequest = Type.Object({
  draftId: runId,
  engagement,
  tables,
  withoutTable,
  question: Type.String({ minLength: 1 }),
});
export type EngineQueryDraftRequest = Static<typeof EngineQueryDraftRequest>;

export const EngineQueryDraft = Type.Object({
  draftId: Type.String(),
  /** `running` means no answer within `waitMs`: repeat the request. */
  status: Type.Enum([...engineRunStatuses]),
  error: Nullable(Type.String()),
  failureReason: Nullable(FailureReason),
  /**
   * Null until it is written, and if it failed. `sql` is null if the tables do not hold an answer.
   */
  draft: Nullable(Type.Object({ sql: Nullable(Type.String()), note: Type.String() })),
  /** What judgements and drafts of queries of the engagement together have cost. */
  judgingSpentUsd: Usd,
  /** The engagement's total spending. */
  spentUsd: Usd,
});
export type EngineQueryDraft = Static<typeof EngineQueryDraft>;
