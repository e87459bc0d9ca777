import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';
import { authorKinds } from '../values/authors.ts';

/** Most comments on a document that one run answers. */
export const maxRunComments = 60;

/** An open comment on a document, with its newest replies. */
export const OpenComment = Type.Object({
  id: Type.String({ maxLength: 100 }),
  /** The words of the passage as they stand in the document. Null for a comment on all of it, or if they went. */
  quote: Nullable(Type.String()),
  /** Heading of the section with the passage. */
  section: Nullable(Type.String()),
  body: Type.String(),
  /** Words that the author proposes for the quote. */
  suggestion: Nullable(Type.String()),
  authorKind: Type.Enum([...authorKinds]),
  replies: Type.Array(Type.Object({ authorKind: Type.Enum([...authorKinds]), body: Type.String() }), { maxItems: 20 }),
});
export type OpenComment = Static<typeof OpenComment>;
