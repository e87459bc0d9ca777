import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Flag, Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { WaitingCounts } from '../values/notice-kinds.ts';
import { FailureReason } from '../values/run-facts.ts';
import { EngagementStatus, responsibility } from './engagements.ts';

/**
 * The kinds of items: documents wait for a review, questions and comments for an answer, failed
 * runs for a look.
 */
const queueKinds = ['review', 'question', 'comment', 'failed_run'] as const;
export type QueueKind = (typeof queueKinds)[number];

/** `mine`: engagements of the caller and those that nobody owns. `all`: those of others, too. */
const Scope = Type.Enum(['mine', 'all']);

/** One thing that waits. Fields that its kind does not have are null. */
export const QueueItem = Type.Object({
  kind: Type.Enum([...queueKinds]),
  engagementId: Id,
  engagementName: Type.String(),
  filename: Nullable(Type.String()),
  title: Nullable(
    Type.String({
      description: 'The heading of the document, the question, or the beginning of the comment',
    }),
  ),
  version: Nullable(Type.Integer()),
  approvals: Nullable(
    Type.Integer({ minimum: 0, description: 'Members who have approved the version so far' }),
  ),
  approvalsNeeded: Nullable(Type.Integer({ minimum: 1, maximum: 3 })),
  questionId: Nullable(Id),
  commentId: Nullable(Id),
  runId: Nullable(Id),
  failureReason: Nullable(FailureReason),
  since: Timestamp,
});
export type QueueItem = Static<typeof QueueItem>;

export const ListQueueQuery = Type.Object({
  scope: Type.Optional(Scope),
  kind: Type.Optional(Type.Enum([...queueKinds])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListQueueQuery = Static<typeof ListQueueQuery>;

export const CountQueueQuery = Type.Object({ scope: Type.Optional(Scope) });
export type CountQueueQuery = Static<typeof CountQueueQuery>;

const summarySorts = [
  'updated',
  'created',
  'name',
  'client',
  'owner',
  'status',
  'due',
  'waiting',
] as const;
export type SummarySort = (typeof summarySorts)[number];

/** An engagement in a list: without its brief and its tasks. */
export const EngagementSummary = Type.Object({
  id: Id,
  name: Type.String(),
  client: Type.String(),
  status: EngagementStatus,
  ...responsibility,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  archivedAt: Nullable(Timestamp),
  documents: Type.Integer({
    minimum: 0,
    description: 'Number of documents, each with all its versions counted once',
  }),
  waiting: WaitingCounts,
  sample: Type.Boolean({ description: 'True for the finished sample of the workspace' }),
});
export type EngagementSummary = Static<typeof EngagementSummary>;

export const ListSummariesQuery = Type.Object({
  sort: Type.Optional(Type.Enum([...summarySorts])),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(EngagementStatus),
  include_archived: Flag,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 2_000 })),
});
export type ListSummariesQuery = Static<typeof ListSummariesQuery>;

export const listQueue = defineEndpoint({
  method: 'GET',
  path: '/api/queue',
  name: 'listQueue',
  summary: 'List what waits for the caller over all engagements, oldest first',
  tag: 'Engagements',
  query: ListQueueQuery,
  responses: { 200: Type.Object({ items: Type.Array(QueueItem) }) },
});

export const countQueue = defineEndpoint({
  method: 'GET',
  path: '/api/queue/count',
  name: 'countQueue',
  summary: 'Count what waits for the caller',
  tag: 'Engagements',
  query: CountQueueQuery,
  responses: { 200: WaitingCounts },
});

export const listEngagementSummaries = defineEndpoint({
  method: 'GET',
  path: '/api/engagement-summaries',
  name: 'listEngagementSummaries',
  summary: 'List engagements without their texts, with what waits in them',
  tag: 'Engagements',
  engagementKeyAccess: 'open',
  query: ListSummariesQuery,
  responses: { 200: Type.Object({ summaries: Type.Array(EngagementSummary) }) },
});
