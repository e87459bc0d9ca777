import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Nullable, Timestamp, Usd } from '../declaring/scalars.ts';
import { conflictKinds } from '../values/figures.ts';
import { WaitingCounts } from '../values/notice-kinds.ts';
import { ClientDecisions } from '../values/review-answers.ts';
import { FailureReason } from '../values/run-facts.ts';
import { ApprovalStatus } from '../work/deliverables.ts';
import { EngagementStatus, responsibility } from '../work/engagements.ts';

const count = Type.Integer({ minimum: 0 });

/**
 * What the engagement advises: the first sentences of its decision paper, null when that holds no
 * advice.
 */
const Recommendation = Type.Object({
  filename: Type.String(),
  title: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  text: Nullable(
    Type.String({
      description: 'Without marks, at most three sentences; null for an evidence pack',
    }),
  ),
});

/** A link of a client as people name it. */
const NamedLink = Type.Object({
  id: Id,
  label: Nullable(Type.String()),
  clientName: Nullable(Type.String()),
});

/** The latest version of a document, with what the team and the clients make of it. */
export const OverviewDocument = Type.Object({
  filename: Type.String(),
  title: Type.String(),
  taskId: Nullable(Type.String()),
  synthesis: Type.Boolean({ description: 'True for the decision paper' }),
  version: Type.Integer({ minimum: 1 }),
  createdAt: Timestamp,
  approvalStatus: ApprovalStatus,
  stale: Type.Boolean({ description: 'True when it rests on outdated versions or assumptions' }),
  openCitations: count,
  conflicts: count,
  openComments: count,
  released: Nullable(
    Type.Object({
      version: Type.Integer({ minimum: 1 }),
      at: Timestamp,
      links: Type.Integer({ minimum: 1 }),
    }),
  ),
  clientDecisions: ClientDecisions,
  awaits: Type.Array(NamedLink, {
    description: 'The links that may decide about the version they show and have not',
  }),
});
export type OverviewDocument = Static<typeof OverviewDocument>;

/** The latest run. `taskIds` are the tasks that it executes; null for all. */
const OverviewRun = Type.Object({
  id: Id,
  status: EngagementStatus,
  startedAt: Timestamp,
  finishedAt: Nullable(Timestamp),
  taskIds: Nullable(Type.Array(Type.String())),
  spent: Usd,
  failureReason: Nullable(FailureReason),
});

/**
 * How long the work usually takes, in seconds: that of the active run, else of a run of all tasks.
 */
const ExpectedTime = Type.Object({
  seconds: Nullable(
    Type.Integer({ minimum: 0, description: 'Null while neither tasks nor models are known' }),
  ),
  tasks: Type.Array(Type.Object({ taskId: Type.String(), seconds: Type.Integer({ minimum: 0 }) })),
  learnedFromTasks: Type.Integer({
    minimum: 0,
    description: '0 means usual times that ship with the service',
  }),
});
export type ExpectedTime = Static<typeof ExpectedTime>;

/** The state of an engagement: its results, what is open and for whom, and its cost. */
export const EngagementOverview = Type.Object({
  engagementId: Id,
  recommendation: Nullable(Recommendation),
  documents: Type.Array(OverviewDocument),
  openCitations: count,
  conflicts: Type.Object({
    open: count,
    first: Type.Array(
      Type.Object({ id: Type.String(), kind: Type.Enum([...conflictKinds]), about: Type.String() }),
      {
        description: 'The first three that are open',
      },
    ),
  }),
  waiting: WaitingCounts,
  ...responsibility,
  money: Type.Object({ budget: Usd, spent: Usd, left: Usd }),
  runs: Type.Object({ completed: count, all: count }),
  run: Nullable(OverviewRun),
  hasPlan: Type.Boolean(),
  expected: ExpectedTime,
});
export type EngagementOverview = Static<typeof EngagementOverview>;

export const getEngagementOverview = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/overview',
  name: 'getEngagementOverview',
  summary:
    'Read what an engagement has come to: advice, documents, what waits, money and the latest run',
  tag: 'Engagements',
  params: EngagementParams,
  responses: { 200: EngagementOverview },
});
