import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';

export const noteOutcomes = ['met', 'partly', 'not_met'] as const;
export type NoteOutcome = (typeof noteOutcomes)[number];

/** How a version answers one point of the reviewers' notes on the version before it (REV-16). */
export const NoteAnswer = Type.Object({
  commentId: Nullable(Type.String({ description: 'The comment whose point it is; null for a note of a review' })),
  note: Type.String({ description: 'The point as the reviewer wrote it; cut after 2,000 characters' }),
  outcome: Type.Enum([...noteOutcomes]),
  section: Nullable(Type.String({ description: 'Heading of the section that carries the change; null for none' })),
  text: Type.String({ description: 'What the agent says about it; empty when the agent gave no answer' }),
});
export type NoteAnswer = Static<typeof NoteAnswer>;
