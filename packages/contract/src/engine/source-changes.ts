import { type Static, Type } from 'typebox';
import { Nullable, Timestamp } from '../declaring/scalars.ts';
import { updateChangeTypes } from '../work/recurring.ts';

/** A change of a source that a section of a document cites (contract 11). A review has put it in words. */
const NotedChange = Type.Object({
  type: Type.Enum([...updateChangeTypes]),
  /** Title under which the document cites the source. */
  title: Type.String(),
  /** Title to cite from now on; null if nothing new is stored under another one. */
  newTitle: Nullable(Type.String()),
  /** Time at which the copy that the document cites was read. */
  readAt: Nullable(Timestamp),
  before: Type.String(),
  /** Null if the source says nothing like `before` any more, or no longer exists. */
  after: Nullable(Type.String()),
  /** Heading of the section; null for text before the first heading. */
  section: Nullable(Type.String()),
  footnotes: Type.Array(Type.String()),
  /** Number of the list item about it in the note of the review, from 1. */
  point: Type.Integer({ minimum: 1 }),
});
export type NotedChange = Static<typeof NotedChange>;

/** The change with the number of its note among the `reviewNotes` of the document, from 1. */
export const SourceChange = Type.Object({ ...NotedChange.properties, note: Type.Integer({ minimum: 1 }) });
export type SourceChange = Static<typeof SourceChange>;
