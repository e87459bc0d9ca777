import { type Static, Type } from 'typebox';
import { Nullable, Timestamp } from '../declaring/scalars.ts';
import { Author } from './authors.ts';

/**
 * The last decision of a client about a version, or else about the newest one before it that has a decision (REL-9). It
 * stands beside the firm's approval.
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

/** The latest decision of each link on a version. Without one, its decision on the newest earlier version (REL-9). */
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
