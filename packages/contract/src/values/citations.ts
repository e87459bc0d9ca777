import { type Static, Type } from 'typebox';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';

/**
 * Result of the check of a statement. `verified`: the source says it. `computed`: the figure
 * follows from verified ones. `unjudged`: words and values stand, and no judge said whether they
 * carry the statement. `set_by_text`: the text itself sets the figure, as an assumption or a
 * proposal. `altered`: the words do not stand there, or the figure does not follow. `unsupported`:
 * the words stand, but the claim says something else. `missing_source`, `uncited`: there is no such
 * source, or none is named.
 */
export const citationStates = [
  'verified',
  'computed',
  'unjudged',
  'set_by_text',
  'altered',
  'unsupported',
  'missing_source',
  'uncited',
] as const;
export type CitationState = (typeof citationStates)[number];

/**
 * How a figure follows from others. The engine evaluated the expression again, and it comes out.
 */
export const Derivation = Type.Object({
  expression: Type.String({
    description: 'An expression over the labels of the inputs, such as `(b - a) / a * 100`',
  }),
  inputs: Type.Array(
    Type.Object({
      label: Type.String({ description: 'The name of the input in the expression' }),
      name: Type.Optional(
        Type.String({
          description:
            'What the value is, by row and column of its table; absent if no table has it',
        }),
      ),
      value: Type.Number(),
      unit: Nullable(Type.String()),
      citation: Nullable(
        Type.String({ description: 'Label of the footnote that backs the input' }),
      ),
      assumed: Type.Optional(
        Type.Boolean({
          description: 'True for a value that the text assumes; absent for any other',
        }),
      ),
    }),
  ),
  result: Type.Number(),
  assumed: Type.Optional(
    Type.Boolean({
      description:
        'True if all inputs are assumed, also through other calculations; absent otherwise',
    }),
  ),
});
export type Derivation = Static<typeof Derivation>;

/** The source of a citation: a file or URL, with the page, sheet or section when that is known. */
export const CitedSource = Type.Object({
  kind: Type.Enum([
    'attachment',
    'url',
    'brief',
    'deliverable',
    'colleague',
    'reviewer',
    'query',
    'notebook',
    'unknown',
  ]),
  title: Type.String(),
  location: Nullable(Type.String()),
});
export type CitedSource = Static<typeof CitedSource>;

/**
 * One checked statement of a deliverable: a footnote, quoted words without one, or a statement that
 * cites nothing.
 */
export const Citation = Type.Object({
  footnote: Nullable(
    Type.String({ description: 'Label of the footnote, `1` for `[^1]`; null without one' }),
  ),
  claim: Type.String({ description: 'The sentence' }),
  quote: Nullable(
    Type.String({ description: 'The quoted words; null when only a source is named' }),
  ),
  source: CitedSource,
  state: Type.Enum([...citationStates]),
  reason: Nullable(Type.String({ description: 'What is wrong; null when nothing is' })),
  passage: Nullable(
    Type.String({ description: 'The closest words in the source; null without a source' }),
  ),
  derivation: Nullable(Derivation),
});
export type Citation = Static<typeof Citation>;

const count = Type.Integer({ minimum: 0 });
/** How many citations of a deliverable are in each state. */
export const CitationCounts = Type.Object({
  verified: count,
  computed: count,
  unjudged: count,
  setByText: count,
  altered: count,
  unsupported: count,
  missingSource: count,
  uncited: count,
});
export type CitationCounts = Static<typeof CitationCounts>;

/** A citation in a list. `page` is the archived page that it cites, if it cites one. */
export const ListedCitation = Type.Object({
  ...Citation.properties,
  page: Nullable(
    Type.Object({ id: Id, url: Type.String(), fetchedAt: Timestamp, sha256: Type.String() }),
  ),
});
export type ListedCitation = Static<typeof ListedCitation>;

/** The checked citations of one version of a deliverable. */
export const DeliverableCitations = Type.Object({
  filename: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  summary: Nullable(CitationCounts),
  complete: Type.Boolean({
    description:
      'False while the check waits for its turn, a file or a judge, and when there are more citations than are stored; `summary` counts all',
  }),
  waitsForFiles: Type.Boolean({
    description: 'True while a file is being read; the check is repeated when it is read',
  }),
  waitsForCheck: Type.Boolean({
    description: 'True until a text that was stored without its check has been checked',
  }),
  waitsForJudge: Type.Boolean({
    description: 'True while a judge is asked whether sources carry the statements of a person',
  }),
  citations: Type.Array(ListedCitation),
});
export type DeliverableCitations = Static<typeof DeliverableCitations>;
