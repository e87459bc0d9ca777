import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../declaring/scalars.ts';
import { modelKeyProviders } from './model-key-providers.ts';
import { FailureReason, GridFailureReason } from './run-facts.ts';

/** A client's words: the name that the client gave, and the first 500 characters. */
const said = {
  author: Type.String(),
  words: Type.String({ description: 'The first 500 characters' }),
};

/** The title of the document; absent where it has no heading, and in older notices. */
const title = Type.Optional(Type.String());

/** The kinds of notices with the facts of each. Sentences are made where they are read. */
export const noticeData = {
  run_completed: Type.Object({ runId: Id }),
  run_failed: Type.Object({
    runId: Id,
    reason: Nullable(FailureReason),
    error: Nullable(Type.String()),
  }),
  question_asked: Type.Object({ runId: Id, questionId: Id, question: Type.String() }),
  /** The numbers of cited passages that have changed, and of documents that cite them. */
  update_proposed: Type.Object({
    updateId: Id,
    changes: Type.Integer(),
    documents: Type.Integer(),
  }),
  /** A grid is answered, or has stopped with the reason. */
  grid_completed: Type.Object({
    gridId: Id,
    title: Type.String(),
    reason: Nullable(GridFailureReason),
  }),
  /** `assignedBy` is a name for people. */
  owner_assigned: Type.Object({ assignedBy: Type.String() }),
  /** `filename` is null for a comment on the whole engagement. */
  client_comment: Type.Object({ commentId: Id, filename: Nullable(Type.String()), title, ...said }),
  client_answer: Type.Object({ questionId: Id, ...said }),
  /** `words` is empty for a decision without notes. */
  client_decision: Type.Object({
    filename: Type.String(),
    title,
    version: Type.Integer(),
    action: Type.Enum(['approve', 'request_revision', 'reject']),
    ...said,
  }),
  /**
   * An approval below the number of the workspace, with the count so far. `approvedBy` is a name
   * for people.
   */
  approval_needed: Type.Object({
    filename: Type.String(),
    title,
    version: Type.Integer(),
    approvedBy: Type.String(),
    approvals: Type.Integer(),
    approvalsNeeded: Type.Integer(),
  }),
  /** A provider refuses the workspace's own key, so its models are not used. */
  model_key_refused: Type.Object({
    provider: Type.Enum([...modelKeyProviders]),
    last4: Type.String(),
  }),
  /** The receiver of a webhook endpoint answered 410, so the endpoint is disabled. */
  webhook_gone: Type.Object({ webhookId: Id, host: Type.String() }),
};
export type NoticeKind = keyof typeof noticeData;
export type NoticeData = { [K in NoticeKind]: Static<(typeof noticeData)[K]> };

/** A notice as data: what happened, with its facts. */
export type NoticeFacts = { [K in NoticeKind]: { kind: K; data: NoticeData[K] } }[NoticeKind];

/**
 * The groups of notices for which people choose when they get mail: their own work, and what
 * clients say.
 */
export const noticeGroups = ['runs', 'clients'] as const;
export type NoticeGroup = (typeof noticeGroups)[number];

export function groupOf(kind: NoticeKind): NoticeGroup {
  return kind === 'client_comment' || kind === 'client_answer' || kind === 'client_decision'
    ? 'clients'
    : 'runs';
}

const count = Type.Integer({ minimum: 0 });

/** The number of things of each kind that wait for people. */
export const WaitingCounts = Type.Object({
  reviews: count,
  questions: count,
  comments: count,
  failed: count,
});
export type WaitingCounts = Static<typeof WaitingCounts>;
