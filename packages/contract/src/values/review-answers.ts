import { type Static, Type } from 'typebox';
import { Author, Nullable, Timestamp } from '../declaring/scalars.ts';

const noteOutcomes = ['met', 'partly', 'not_met'] as const;
export type NoteOutcome = (typeof noteOutcomes)[number];

/** How a version answers one point of the reviewers' notes on the version before it. */
export const NoteAnswer = Type.Object({
  commentId: Nullable(
    Type.String({ description: 'The comment whose point it is; null for a note of a review' }),
  ),
  note: Type.String({
    description: 'The point as the reviewer wrote it; cut after 2,000 characters',
  }),
  outcome: Type.Enum([...noteOutcomes]),
  section: Nullable(
    Type.String({ description: 'Heading of the section that carries the change; null for none' }),
  ),
  text: Type.String({
    description: 'What the agent says about it; empty when the agent gave no answer',
  }),
});
export type NoteAnswer = Static<typeof NoteAnswer>;

/** Limits the objections to a document. */
export const maxObjections = 5;

/** An objection to a document by a reader of another provider's model, and the writer's answer. */
export const Objection = Type.Object({
  objection: Type.String(),
  /** The words of the document that it is about, as the adversary read them. */
  passage: Type.String(),
  /**
   * The source that it rests on, as a footnote names it; null for an objection to the reasoning.
   */
  citation: Nullable(Type.String()),
  /** Null if the writer gave no answer. */
  answer: Nullable(Type.Object({ status: Type.Enum([...noteOutcomes]), text: Type.String() })),
});
export type Objection = Static<typeof Objection>;

/**
 * A client's last decision about a version, or the newest earlier one with any; beside the firm's
 * approval.
 */
export const ClientDecision = Nullable(
  Type.Object({
    action: Type.Enum(['approve', 'reject']),
    author: Author,
    notes: Nullable(Type.String()),
    at: Timestamp,
    version: Type.Integer({ minimum: 1 }),
  }),
);
export type ClientDecision = Static<typeof ClientDecision>;

/**
 * The latest decision of each link on a version. Without one, its decision on the newest earlier
 * version.
 */
export const ClientDecisions = Type.Array(
  Type.Object({
    linkId: Nullable(Type.String()),
    clientName: Type.String(),
    action: Type.Enum(['approve', 'reject']),
    notes: Nullable(Type.String()),
    at: Timestamp,
    version: Type.Integer({ minimum: 1 }),
  }),
);
export type ClientDecisions = Static<typeof ClientDecisions>;

/** How many of the clients who have a version and may decide have decided about it. */
export const DecisionCount = Type.Object({
  made: Type.Integer({ minimum: 0 }),
  of: Type.Integer({ minimum: 0 }),
});
export type DecisionCount = Static<typeof DecisionCount>;
