import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Nullable, Timestamp, Usd } from '../declaring/scalars.ts';
import { pageLanguages } from '../values/page-languages.ts';
import { Slide } from './slides.ts';

/** Who chose the slides: rules over the documents, a model, or a person. */
const storylineOrigins = ['documents', 'model', 'person'] as const;

const storylineStatuses = ['ready', 'writing', 'failed'] as const;

/** Why a model has written no slides. */
const storylineFailures = [
  'budget_exhausted',
  'tenant_spend_limit',
  'no_answer',
  'stopped',
  'engine_error',
] as const;
export type StorylineFailure = (typeof storylineFailures)[number];

/**
 * Limits of what a person writes on slides: slides of a deck, characters of a title and of a point,
 * points of a slide.
 */
export const slideLimits = {
  slides: 200,
  title: 500,
  point: 1_000,
  points: 12,
  words: 40,
} as const;

/** The slides of a deck: of one document, or of the whole engagement. */
export const Storyline = Type.Object({
  filename: Nullable(Type.String({ description: 'The document; null for the whole engagement' })),
  origin: Type.Enum([...storylineOrigins]),
  status: Type.Enum([...storylineStatuses], {
    description: '`writing` while a model writes it anew; meanwhile the slides are those before',
  }),
  failureReason: Nullable(Type.Enum([...storylineFailures])),
  revision: Type.Integer({
    minimum: 0,
    description: '0 until one is stored; each change raises it',
  }),
  language: Type.Enum([...pageLanguages], { description: 'Of the texts of the slides' }),
  slides: Type.Array(Slide),
  dropped: Type.Array(Slide, { description: 'What a person took out' }),
  documents: Type.Array(
    Type.Object({ filename: Type.String(), version: Type.Integer({ minimum: 1 }) }),
    {
      description: 'What it was written from',
    },
  ),
  stale: Type.Boolean({
    description: 'True when a document has a newer version, or another document was added',
  }),
  findings: Type.Array(
    Type.Object({
      slideId: Type.String(),
      text: Type.String({ description: 'The statement' }),
      reason: Type.String({ description: 'Why the check doubts it, and what stands there now' }),
    }),
  ),
  costUsd: Usd,
  updatedAt: Nullable(Timestamp),
});
export type Storyline = Static<typeof Storyline>;

const Filename = Type.Optional(
  Type.String({ maxLength: 300, description: 'A document; absent for all' }),
);

export const UpdateStorylineBody = Type.Object({
  filename: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
  revision: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
  slides: Type.Array(
    Type.Object({
      id: Type.String({ maxLength: 100 }),
      title: Type.String({ minLength: 1, maxLength: slideLimits.title, pattern: '\\S' }),
      points: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: slideLimits.point, pattern: '\\S' }), {
          maxItems: slideLimits.points,
        }),
      ),
    }),
    { minItems: 1, maxItems: slideLimits.slides },
  ),
});
export type UpdateStorylineBody = Static<typeof UpdateStorylineBody>;

const ofStoryline = {
  path: '/api/engagements/:id/storyline',
  tag: 'Decks',
  params: EngagementParams,
} as const;

export const getStoryline = defineEndpoint({
  ...ofStoryline,
  method: 'GET',
  name: 'getStoryline',
  summary: 'Read the slides of a deck, for the team or for a client',
  engagementMissing: 'engagement_not_found',
  query: Type.Object({
    filename: Filename,
    audience: Type.Optional(
      Type.Enum(['team', 'client'], { description: 'Who reads it; `team` by default' }),
    ),
  }),
  responses: { 200: Storyline },
  errors: ['text_too_complex', 'no_deliverables', 'deliverable_not_found', 'document_too_large'],
});

/** The engine writes the slides anew, in the background; `status` tells when they are there. */
export const writeStoryline = defineEndpoint({
  ...ofStoryline,
  method: 'POST',
  name: 'writeStoryline',
  summary: 'Let a model write the slides of a deck from the documents, paid from the budget',
  level: 'write',
  tier: 'engine',
  subscription: true,
  body: Type.Object({ filename: Type.Optional(Nullable(Type.String({ maxLength: 300 }))) }),
  bodyOptional: true,
  responses: { 202: Storyline },
  errors: [
    'text_too_complex',
    'no_deliverables',
    'deliverable_not_found',
    'document_too_large',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
  ],
});

/** A slide that is not listed is dropped. One that was dropped comes back by its id. */
export const updateStoryline = defineEndpoint({
  ...ofStoryline,
  method: 'PUT',
  name: 'updateStoryline',
  summary: 'Reorder, retitle or drop slides of a deck',
  level: 'write',
  body: UpdateStorylineBody,
  responses: { 200: Storyline },
  errors: [
    'text_too_complex',
    'no_deliverables',
    'deliverable_not_found',
    'document_too_large',
    'not_latest_version',
    'storyline_writing',
  ],
});

export const deleteStoryline = defineEndpoint({
  ...ofStoryline,
  method: 'DELETE',
  name: 'deleteStoryline',
  summary: 'Return to the slides that follow from the documents by rules',
  level: 'write',
  query: Type.Object({ filename: Filename }),
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['deliverable_not_found'],
});
