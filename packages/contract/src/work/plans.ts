import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams, EngagementParams, Id, Timestamp, Usd } from '../declaring/scalars.ts';
import { runPhases } from '../values/run-facts.ts';
import { Engagement, engagementLimits, TaskInput, taskErrors } from './engagements.ts';
import { RunStarted } from './runs.ts';

export const CostRange = Type.Object(
  { low: Usd, expected: Usd, high: Usd },
  { description: 'The range that holds nine of ten runs, and their average cost, in US dollars' },
);

const PlanTask = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  agent: Type.String({ description: 'Slug of the agent that writes it, as given or as assigned' }),
  kind: Type.String({ description: 'The kind of document' }),
  dependsOn: Type.Array(Type.String()),
  model: Type.String({ description: 'The model that would be chosen now' }),
  cost: CostRange,
});

/** The price of work beside the engagement's budget. */
const price = {
  cost: CostRange,
  budget: Usd,
  remaining: Type.Number({ description: 'The budget that is left, in US dollars' }),
  warnings: Type.Array(Type.String()),
};

/** The tasks and the cost of a run that has not started. Making a plan executes no task. */
export const Plan = Type.Object({
  id: Type.String({ description: 'Opaque identifier, different for every plan' }),
  engagementId: Id,
  planned: Type.Boolean({
    description: 'True when the tasks were planned from the brief, false when they were given',
  }),
  tasks: Type.Array(PlanTask),
  ...price,
  cachedShare: Type.Optional(
    Type.Number({
      description: 'The expected part of the input, 0 to 1, that providers read from their caches',
    }),
  ),
  savedUsd: Type.Optional(
    Type.Number({
      description: 'What the caches are expected to save, in US dollars; `cost` is what remains',
    }),
  ),
  planningCost: Type.Number({ description: 'The cost of making this plan, in US dollars' }),
  spent: Type.Number({
    description: 'The cost of the engagement so far, including its plans, in US dollars',
  }),
  learnedFromTasks: Type.Integer({
    description:
      'The number of finished tasks that the ranges were learned from; 0 means data that ships with the service',
  }),
  phases: Type.Optional(
    Type.Array(Type.Enum([...runPhases]), {
      description: 'The phases of the run that its budget pays; absent for a run without phases',
    }),
  ),
  createdAt: Timestamp,
});
export type Plan = Static<typeof Plan>;

export const AcceptPlanBody = Type.Object({
  planId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The plan to accept, refused when there is a newer one; by default the last',
    }),
  ),
  tasks: Type.Optional(
    Type.Array(TaskInput, {
      maxItems: engagementLimits.tasks,
      description: 'The edited tasks; by default the planned ones',
    }),
  ),
});
export type AcceptPlanBody = Static<typeof AcceptPlanBody>;

const inEngagement = { params: EngagementParams, tag: 'Plans' } as const;

export const planEngagement = defineEndpoint({
  ...inEngagement,
  method: 'POST',
  path: '/api/engagements/:id/plan',
  name: 'planEngagement',
  summary: 'Plan an engagement and estimate its cost, without running it',
  level: 'write',
  tier: 'engine',
  subscription: true,
  responses: { 200: Plan },
  errors: [
    'already_running',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'engine_error',
  ],
});

export const getPlan = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/plan',
  name: 'getPlan',
  summary: 'Read the last plan of an engagement',
  responses: { 200: Plan },
});

export const acceptPlan = defineEndpoint({
  ...inEngagement,
  method: 'POST',
  path: '/api/engagements/:id/plan/accept',
  name: 'acceptPlan',
  summary: 'Make the last plan, as it is or edited, the tasks of the engagement',
  level: 'write',
  body: AcceptPlanBody,
  bodyOptional: true,
  responses: { 200: Engagement },
  errors: ['engagement_locked', 'plan_replaced', ...taskErrors],
});

/** The tasks of a rerun of the stale deliverables, and their price. */
export const StaleWork = Type.Object({
  tasks: Type.Array(
    Type.Object({
      taskId: Type.String(),
      name: Type.String(),
      filename: Type.String(),
      cost: CostRange,
    }),
    { description: 'The tasks that the rerun executes, each after those that it depends on' },
  ),
  ...price,
});
export type StaleWork = Static<typeof StaleWork>;

export const getStaleWork = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/stale',
  name: 'getStaleWork',
  summary: 'List the tasks with stale deliverables and price their rerun, without running it',
  responses: { 200: StaleWork },
  errors: ['engine_error'],
});

/** The price of the decision paper, and the number of documents that it concludes from. */
export const SynthesisPrice = Type.Object({
  taskId: Type.String(),
  exists: Type.Boolean({ description: 'True when the engagement has the task already' }),
  documents: Type.Integer({
    minimum: 1,
    description: 'The number of documents that it concludes from',
  }),
  ...price,
});
export type SynthesisPrice = Static<typeof SynthesisPrice>;

export const getSynthesisPrice = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/synthesis',
  name: 'getSynthesisPrice',
  summary: 'Price the decision paper without writing it',
  responses: { 200: SynthesisPrice },
  errors: ['nothing_to_conclude', 'engine_error'],
});

/** The price of making a document again. */
export const RerunPrice = Type.Object({
  taskId: Type.String(),
  learnedFromTasks: Type.Integer({
    description:
      'The number of delivered tasks of the workspace that the range rests on; 0 means usual lengths',
  }),
  ...price,
});
export type RerunPrice = Static<typeof RerunPrice>;

export const getRerunPrice = defineEndpoint({
  ...inEngagement,
  params: DeliverableParams,
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/rerun',
  name: 'getRerunPrice',
  summary: 'Price the rerun of a document, without running it',
  responses: { 200: RerunPrice },
  errors: ['engine_error'],
});

export const SynthesisStarted = Type.Object({ ...RunStarted.properties, taskId: Type.String() });
export type SynthesisStarted = Static<typeof SynthesisStarted>;

export const writeSynthesis = defineEndpoint({
  ...inEngagement,
  method: 'POST',
  path: '/api/engagements/:id/synthesis',
  name: 'writeSynthesis',
  summary:
    'Write the decision paper from the documents of all tasks, adding its task if there is none',
  level: 'write',
  tier: 'engine',
  subscription: true,
  responses: { 200: SynthesisStarted },
  errors: [
    'already_running',
    'nothing_to_conclude',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
    'engine_error',
  ],
});
