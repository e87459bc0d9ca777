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
