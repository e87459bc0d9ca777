import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Engagement, engagementLimits, TaskInput, taskErrors } from './engagements.ts';
import { EngagementParams, Id, Timestamp, Usd } from './scalars.ts';

export const CostRange = Type.Object(
  { low: Usd, expected: Usd, high: Usd },
  { description: 'What nine of ten runs stay between, and what they cost on average; US dollars' },
);

export const PlanTask = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  agent: Type.String({ description: 'Slug of the expert who writes it: as given, or as assigned' }),
  kind: Type.String({ description: 'What kind of document it is' }),
  dependsOn: Type.Array(Type.String()),
  model: Type.String({ description: 'The model that would be chosen now' }),
  cost: CostRange,
});

/** What a run would do and cost; nothing of it is done. */
export const Plan = Type.Object({
  id: Type.String({ description: 'Opaque identifier; every plan has another' }),
  engagementId: Id,
  planned: Type.Boolean({ description: 'True when the tasks were planned from the brief, false when they were given' }),
  tasks: Type.Array(PlanTask),
  cost: CostRange,
  planningCost: Type.Number({ description: 'What making this plan cost; US dollars' }),
  budget: Usd,
  spent: Type.Number({ description: 'What the engagement has cost so far, its plans included; US dollars' }),
  remaining: Type.Number({ description: 'What is left of the budget; US dollars' }),
  learnedFromTasks: Type.Integer({
    description: 'Finished tasks that the ranges were learned from; 0: experience that ships with the service',
  }),
  warnings: Type.Array(Type.String()),
  createdAt: Timestamp,
});
export type Plan = Static<typeof Plan>;

export const AcceptPlanBody = Type.Object({
  planId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The plan that is meant, refused when there is a newer one; absent: the last',
    }),
  ),
  tasks: Type.Optional(
    Type.Array(TaskInput, { maxItems: engagementLimits.tasks, description: 'The tasks as edited; absent: as planned' }),
  ),
});
export type AcceptPlanBody = Static<typeof AcceptPlanBody>;

const inEngagement = { params: EngagementParams, tag: 'Plans' } as const;

export const planEngagement = endpoint({
  ...inEngagement,
  method: 'POST',
  path: '/api/engagements/:id/plan',
  name: 'planEngagement',
  summary: 'Plan an engagement and estimate its cost, without running it',
  level: 'write',
  tier: 'engine',
  subscription: true,
  responses: { 200: Plan },
  errors: ['already_running', 'budget_exhausted', 'engine_error'],
});

export const getPlan = endpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/plan',
  name: 'getPlan',
  summary: 'Read the last plan of an engagement',
  responses: { 200: Plan },
});

export const acceptPlan = endpoint({
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
