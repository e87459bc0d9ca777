import { type Static, Type } from 'typebox';
import { Nullable, Usd } from '../declaring/scalars.ts';
import { FailureReason } from '../values/run-facts.ts';
import { StartRunRequest } from './engine-api.ts';
import { engineRunStatuses } from './engine-events.ts';

const { runId, engagement } = StartRunRequest.properties;

/** The kinds of slides that a model writes. Title and sources follow from the documents alone. */
export const writtenSlideKinds = [
  'summary',
  'exhibit',
  'comparison',
  'timeline',
  'risks',
  'next_steps',
] as const;
const Kind = Type.Enum([...writtenSlideKinds]);

/** A slide as a model writes it. */
export const WrittenSlide = Type.Object({
  kind: Kind,
  title: Type.String(),
  points: Type.Array(Type.String()),
  exhibit: Nullable(Type.String({ description: 'Id of the chart or table that it shows' })),
  sources: Type.Array(Type.Object({ document: Type.String(), footnote: Type.String() }), {
    description: 'The footnotes of documents that carry it',
  }),
});
export type WrittenSlide = Static<typeof WrittenSlide>;

/** A chart, table or list of a document that a slide can show. */
export const StorylineExhibit = Type.Object({
  id: Type.String(),
  kind: Kind,
  document: Type.String(),
  title: Type.String(),
  holds: Type.String({ description: 'Its rows as text' }),
});
export type StorylineExhibit = Static<typeof StorylineExhibit>;

/** Documents for whose deck a model writes the slides. Repeating a storylineId costs nothing. */
export const EngineStorylineRequest = Type.Object({
  storylineId: runId,
  engagement,
  documents: Type.Array(
    Type.Object({ filename: Type.String(), title: Type.String(), content: Type.String() }),
    {
      minItems: 1,
      maxItems: 100,
    },
  ),
  exhibits: Type.Array(StorylineExhibit, { maxItems: 300 }),
  /** The slides that follow by rules. They are the answer of the model without a provider. */
  byRules: Type.Array(WrittenSlide, { maxItems: 300 }),
});
export type EngineStorylineRequest = Static<typeof EngineStorylineRequest>;

/** A statement of a slide that the check refused. `slide` counts from 0. */
export const StorylineFinding = Type.Object({
  slide: Type.Integer(),
  text: Type.String(),
  reason: Type.String(),
});
export type StorylineFinding = Static<typeof StorylineFinding>;

export const EngineStoryline = Type.Object({
  storylineId: Type.String(),
  /** `running` means no answer within `waitMs`: repeat the request. */
  status: Type.Enum([...engineRunStatuses]),
  error: Nullable(Type.String()),
  failureReason: Nullable(FailureReason),
  /** Null until they are written, and if that failed. */
  written: Nullable(
    Type.Object({ slides: Type.Array(WrittenSlide), findings: Type.Array(StorylineFinding) }),
  ),
  costUsd: Usd,
  /** What judgements, drafts of queries and storylines of the engagement together have cost. */
  judgingSpentUsd: Usd,
});
export type EngineStoryline = Static<typeof EngineStoryline>;
