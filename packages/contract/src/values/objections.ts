import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';
import { noteOutcomes } from './note-answers.ts';

/** Most objections to a document. */
export const maxObjections = 5;

/** An objection to a document by a reader of another provider's model, and the writer's answer (contract 11). */
export const Objection = Type.Object({
  objection: Type.String(),
  /** The words of the document that it is about, as the adversary read them. */
  passage: Type.String(),
  /** The source that it rests on, as a footnote names it; null for an objection to the reasoning. */
  citation: Nullable(Type.String()),
  /** Null if the writer gave no answer. */
  answer: Nullable(Type.Object({ status: Type.Enum([...noteOutcomes]), text: Type.String() })),
});
export type Objection = Static<typeof Objection>;
