import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';
import { citationStates } from './citations.ts';

/**
 * A figure of a document: what it measures, in which unit and period, and its value as typed and as
 * written.
 */
export const Figure = Type.Object({
  label: Type.String({ description: 'What the figure measures, in the words of the document' }),
  unit: Nullable(
    Type.String({
      description: 'Unit or currency without a scale, such as `EUR`, `%` or `points`',
    }),
  ),
  period: Nullable(Type.String({ description: 'Such as `2024`, `2024-Q3` or `2024-03`' })),
  value: Type.Number({ description: 'In full: 4.2 million is 4200000' }),
  text: Type.String({ description: 'As the document writes it' }),
  section: Nullable(Type.String({ description: 'Heading above the figure' })),
  state: Type.Enum([...citationStates]),
});
export type Figure = Static<typeof Figure>;

/**
 * The origins of a conflict: an agent reports sources that differ, or the ledger finds documents
 * that do.
 */
export const conflictKinds = ['sources', 'documents'] as const;
export type ConflictKind = (typeof conflictKinds)[number];

/** Bounds of a conflict: of its texts in characters, and of its values. */
export const conflictLimits = {
  about: 300,
  value: 200,
  text: 600,
  place: 300,
  values: 12,
  reason: 2_000,
} as const;

/** A value of a conflict, wherever it stands. */
const given = {
  value: Type.Union([Type.Number(), Type.String()], {
    description:
      'In full: 4.2 million is 4200000. Words where the sources differ in words, such as a name',
  }),
  text: Type.String({ description: 'As the source or the document writes it' }),
  filename: Type.String({ description: 'The file, or the title of a page of the web' }),
  place: Nullable(Type.String({ description: 'Page, sheet or section' })),
};

/** One of the values that stand against each other. */
export const ConflictValue = Type.Object({
  ...given,
  attachmentId: Nullable(
    Type.String({ description: 'Null for values of documents, and of pages of the web' }),
  ),
  version: Nullable(
    Type.Integer({ description: 'Version of the document; null for values of sources' }),
  ),
});
export type ConflictValue = Static<typeof ConflictValue>;

/** Index of the value that holds; null for none of them. */
const Chosen = Nullable(
  Type.Integer({ minimum: 0, description: 'Index of the value that holds; null for none of them' }),
);

/** The fields of a person's decision about a conflict. */
export const settlementFields = {
  chosen: Chosen,
  reason: Type.String(),
  by: Type.String({ description: 'Name for people: `Ada`, `API key CI`' }),
};

/**
 * A value of sources as an agent reports it. `sourceId` is the source of the run that has the
 * words.
 */
export const NotedValue = Type.Object({ ...given, sourceId: Type.String() });
export type NotedValue = Static<typeof NotedValue>;

/**
 * A conflict of sources, or a settled one of documents, that a run is told. It finds the open ones
 * of documents itself.
 */
export const KnownConflict = Type.Object({
  id: Type.String({ maxLength: 64 }),
  kind: Type.Enum([...conflictKinds]),
  about: Type.String(),
  values: Type.Array(Type.Object(given)),
  settlement: Nullable(Type.Object(settlementFields)),
});
export type KnownConflict = Static<typeof KnownConflict>;
