import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Nullable, Timestamp, Usd } from '../declaring/scalars.ts';
import { FailureReason, LogEntry } from '../values/run-facts.ts';

const RunStatus = Type.Enum(['pending', 'running', 'paused', 'completed', 'failed']);

export const Run = Type.Object({
  id: Id,
  engagementId: Id,
  status: RunStatus,
  startedAt: Timestamp,
  finishedAt: Nullable(Timestamp),
  estimatedCost: Usd,
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  error: Nullable(Type.String()),
  failureReason: Nullable(FailureReason),
  pauseSnapshot: Nullable(Type.Object({}, { additionalProperties: true })),
});
export type Run = Static<typeof Run>;

/** Answer of Start Run and Targeted Rerun. */
export const RunStarted = Type.Object({ runId: Id, status: RunStatus, message: Type.String() });
export type RunStarted = Static<typeof RunStarted>;

/** Answer of Pause, Resume and Stop. */
export const RunControlled = Type.Object({
  engagementId: Id,
  runId: Id,
  status: RunStatus,
  message: Type.String(),
});
export type RunControlled = Static<typeof RunControlled>;

export const RunProgress = Type.Object({
  engagementId: Id,
  runId: Nullable(Id),
  status: RunStatus,
  estimated_cost: Usd,
  steps: Type.Integer(),
  error: Nullable(Type.String()),
  budget: Usd,
  failureReason: Nullable(FailureReason),
});
export type RunProgress = Static<typeof RunProgress>;

/** `entries` are the lines of `logs`, in the same order. */
export const RunLogs = Type.Object({
  logs: Type.Array(Type.String()),
  entries: Type.Array(LogEntry),
  total: Type.Integer(),
  status: RunStatus,
});
export type RunLogs = Static<typeof RunLogs>;

/** A task whose document stands without a score, and why, in a sentence for people. */
export const UnscoredTask = Type.Object({
  taskId: Type.String(),
  taskName: Type.String(),
  reason: Type.String(),
});
export type UnscoredTask = Static<typeof UnscoredTask>;

/**
 * A score for one criterion of a rubric, with the `name` and `weight` (a share of 1) at the time of
 * scoring.
 */
export const CriterionScore = Type.Object({
  id: Type.String(),
  name: Type.String(),
  score: Type.Number({ description: '0 to 100' }),
  weight: Type.Number(),
  comment: Type.String(),
});

export const QualityScore = Type.Object({
  id: Id,
  taskId: Type.String(),
  taskName: Type.String(),
  score: Type.Number({ description: '0 to 100' }),
  rubricType: Type.String(),
  rubricVersion: Type.Integer(),
  criteria: Type.Array(CriterionScore),
  feedback: Type.String(),
  offline: Type.Boolean({
    description: 'True for a count of the offline model, which is no judgement',
  }),
  createdAt: Timestamp,
});
export const RunQuality = Type.Object({
  runId: Nullable(Id),
  averageScore: Nullable(Type.Number()),
  runStatus: Type.Optional(RunStatus),
  runStartedAt: Type.Optional(Timestamp),
  scores: Type.Array(QualityScore),
  unscored: Type.Array(UnscoredTask),
});
export type RunQuality = Static<typeof RunQuality>;

/**
 * A candidate model of a task, and why it was or was not chosen. Scores and their spread are 0 to
 * 100.
 */
export const RoutingCandidate = Type.Object({
  model: Type.String(),
  expectedScore: Type.Number(),
  spread: Type.Number({ description: 'Standard deviation of the estimate of its mean score' }),
  samples: Type.Integer({ description: 'Number of past tasks behind the estimate' }),
  ownSamples: Type.Integer({ description: 'Number of those that the same agent did' }),
  expectedCost: Usd,
  affordable: Type.Boolean(),
  utility: Type.Number({
    description:
      'Expected value in USD of an approved document, minus the cost and the reviewer’s time',
  }),
  verdict: Type.Enum([
    'best',
    'explored',
    'pinned',
    'not_affordable',
    'failing',
    'too_risky',
    'lower_value',
    'not_tried',
  ]),
  why: Type.String(),
});
export type RoutingCandidate = Static<typeof RoutingCandidate>;

/** The agents of a run, their consultations, and the model of each task. */
export const RunAnalytics = Type.Object({
  agents: Type.Array(
    Type.Object({
      slug: Type.String(),
      role: Type.String(),
      department: Type.String(),
      steps: Type.Integer(),
      models: Type.Array(Type.Object({ model: Type.String(), taskCount: Type.Integer() })),
    }),
  ),
  delegations: Type.Array(
    Type.Object({ from: Type.String(), to: Type.String(), count: Type.Integer() }),
  ),
  modelRouting: Type.Array(
    Type.Object({
      taskId: Type.String(),
      agentSlug: Type.String(),
      agentRole: Type.String(),
      department: Type.String(),
      selectedModel: Type.String(),
      observerScore: Nullable(Type.Number()),
      cost: Usd,
      reason: Type.Optional(Type.String()),
      /** True when a model other than the expected best was tried, to learn about it. */
      explored: Type.Optional(Type.Boolean()),
      candidates: Type.Optional(Type.Array(RoutingCandidate)),
    }),
  ),
  cache: Type.Optional(
    Type.Object(
      {
        inputTokens: Type.Integer(),
        cachedInputTokens: Type.Integer({
          description: 'The part of `inputTokens` that providers read from a cache',
        }),
        savedUsd: Usd,
      },
      {
        description:
          'Input that providers read from their caches, and what that saved against the full price',
      },
    ),
  ),
});
export type RunAnalytics = Static<typeof RunAnalytics>;

const inEngagement = { params: EngagementParams, tag: 'Runs' } as const;

export const startRun = defineEndpoint({
  ...inEngagement,
  method: 'POST',
  path: '/api/engagements/:id/run',
  name: 'startRun',
  summary: 'Start a run',
  level: 'write',
  tier: 'engine',
  subscription: true,
  responses: { 200: RunStarted },
  errors: [
    'already_running',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
    'engine_error',
  ],
});

const control = (verb: 'stop' | 'pause' | 'resume', summary: string) =>
  defineEndpoint({
    ...inEngagement,
    method: 'POST',
    path: `/api/engagements/:id/${verb}`,
    name: `${verb}Run`,
    summary,
    level: 'write',
    responses: { 200: RunControlled },
    errors: [`cannot_${verb}`, 'engine_error'],
  });
export const stopRun = control('stop', 'Stop the run and abort calls in flight');
export const pauseRun = control(
  'pause',
  'Pause the run; calls in flight finish and no new ones start',
);
export const resumeRun = control('resume', 'Resume a paused run');

export const getRunStatus = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/status',
  name: 'getRunStatus',
  summary: 'Read the live status of the latest run',
  responses: { 200: RunProgress },
});

export const getRunLogs = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/logs',
  name: 'getRunLogs',
  summary: 'List the log lines of the latest run',
  query: Type.Object({
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000, default: 0 })),
  }),
  responses: { 200: RunLogs },
});

export const streamRun = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/stream',
  name: 'streamRun',
  summary: 'Stream the live events of the latest run; honours Last-Event-ID',
  responses: { 200: 'text/event-stream' },
  errors: ['engine_stream_unavailable'],
});

export const getRunQuality = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/quality',
  name: 'getRunQuality',
  summary: 'Read the quality scores of a run, by default the latest',
  query: Type.Object({ runId: Type.Optional(Type.String({ maxLength: 100 })) }),
  responses: { 200: RunQuality },
});

export const getRunAnalytics = defineEndpoint({
  ...inEngagement,
  method: 'GET',
  path: '/api/engagements/:id/analytics',
  name: 'getRunAnalytics',
  summary: 'Read the agents, delegations and model routing of the latest run',
  responses: { 200: RunAnalytics },
});
