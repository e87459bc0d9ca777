import { type Static, Type } from 'typebox';
import { Nullable, Usd } from '../declaring/scalars.ts';
import { FailureReason, runPhases } from '../values/run-facts.ts';
import { StartRunRequest } from './engine-api.ts';
import { engineRunStatuses } from './engine-events.ts';

const { runId, engagement, tasks, sources, previous } = StartRunRequest.properties;

/**
 * The input of a plan; tasks that are missing are planned by a paid call. Repeating a planId costs
 * nothing.
 */
export const EnginePlanRequest = Type.Object({
  planId: runId,
  engagement,
  tasks,
  sources,
  previous,
  /** Price of a search of the web in nano-USD. Absent without research. */
  searchNanoUsd: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Only these of the given tasks are priced, for a rerun. */
  taskIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
});
export type EnginePlanRequest = Static<typeof EnginePlanRequest>;

/** The range that holds nine of ten runs of the work, and their average cost. */
export const EngineCostRange = Type.Object({ lowUsd: Usd, expectedUsd: Usd, highUsd: Usd });
export type EngineCostRange = Static<typeof EngineCostRange>;

const EnginePlannedTask = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** The slug in the request, or the one that the engine assigns. */
  agent: Type.String(),
  kind: Type.String(),
  dependsOn: Type.Array(Type.String()),
  /** The model that the router would choose now. */
  model: Type.String(),
  cost: EngineCostRange,
});

export const EnginePlan = Type.Object({
  planId: Type.String(),
  /**
   * `running` means no answer within `waitMs`: repeat the request. `failed` has no tasks and its
   * reason in `error`.
   */
  status: Type.Enum([...engineRunStatuses]),
  error: Nullable(Type.String()),
  failureReason: Nullable(FailureReason),
  /** True when the tasks were planned, false when they were given. */
  planned: Type.Boolean(),
  tasks: Type.Array(EnginePlannedTask),
  cost: EngineCostRange,
  /**
   * The expected part of the input, 0 to 1, that providers read from their caches. Absent when
   * nothing is known.
   */
  cachedShare: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** The expected savings by caches. `cost` is the rest, which must be paid. */
  savedUsd: Type.Optional(Usd),
  /** The cost of this plan, and of all plans of the engagement together. */
  planningCostUsd: Usd,
  planningSpentUsd: Usd,
  /** The engagement's total spending. */
  spentUsd: Usd,
  /**
   * The number of the tenant's finished tasks that the range was learned from; 0 means shipped
   * data.
   */
  learnedFromTasks: Type.Integer(),
  /** The phases that the budget pays. Absent for a run by tasks. */
  phases: Type.Optional(Type.Array(Type.Enum([...runPhases]))),
});
export type EnginePlan = Static<typeof EnginePlan>;
