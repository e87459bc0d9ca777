import { type Static, Type } from 'typebox';
import { StartRunRequest } from './engine-api.ts';
import { engineRunStatuses } from './engine-events.ts';
import { Nullable, Usd } from './scalars.ts';

const { runId, engagement, tasks, sources, previous } = StartRunRequest.properties;

/**
 * What a run would be started with. Without tasks they are planned, which is a paid call inside the engagement's budget;
 * the same planId again pays nothing and answers the same tasks.
 */
export const EnginePlanRequest = Type.Object({ planId: runId, engagement, tasks, sources, previous });
export type EnginePlanRequest = Static<typeof EnginePlanRequest>;

/** What nine of ten runs of the work stay between, and what they cost on average. */
export const EngineCostRange = Type.Object({ lowUsd: Usd, expectedUsd: Usd, highUsd: Usd });
export type EngineCostRange = Static<typeof EngineCostRange>;

export const EnginePlannedTask = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** Slug: as given, or as the engine assigns it. */
  agent: Type.String(),
  kind: Type.String(),
  dependsOn: Type.Array(Type.String()),
  /** What the router would choose now. */
  model: Type.String(),
  cost: EngineCostRange,
});

export const EnginePlan = Type.Object({
  planId: Type.String(),
  /** Running: the planner has not answered within `waitMs`; ask again. Failed: `error` says why, and there are no tasks. */
  status: Type.Enum([...engineRunStatuses]),
  error: Nullable(Type.String()),
  /** True when planning would have exceeded the budget. */
  exhausted: Type.Boolean(),
  /** True when the tasks were planned, false when they were given. */
  planned: Type.Boolean(),
  tasks: Type.Array(EnginePlannedTask),
  cost: EngineCostRange,
  /** What this plan cost, and what all plans of the engagement have cost together. */
  planningCostUsd: Usd,
  planningSpentUsd: Usd,
  /** What the engagement has spent on everything. */
  spentUsd: Usd,
  /** Finished tasks of the tenant that the range was learned from; 0: shipped experience. */
  learnedFromTasks: Type.Integer(),
});
export type EnginePlan = Static<typeof EnginePlan>;

/** Path and schemas of the engine's endpoint, beside those of `engineApi`. */
export const enginePlanApi = {
  method: 'POST',
  url: '/plans',
  querystring: Type.Object({ waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 120_000, default: 0 })) }),
  body: EnginePlanRequest,
  response: { 200: EnginePlan },
} as const;
