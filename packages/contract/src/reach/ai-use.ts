import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Timestamp, Usd } from '../declaring/scalars.ts';
import { CitationCounts } from '../values/citations.ts';
import { Review } from '../work/deliverables.ts';

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const version = Type.Integer({ minimum: 1 });
const named = { filename: Type.String(), title: Type.String(), version };

/**
 * Who wrote a version: shares of its words, which are 1 together. People are also those who use API
 * keys.
 */
export const WrittenParts = Type.Object({
  agent: share('Share of the words that stand as an agent wrote them'),
  person: share('Share of the words that people wrote'),
});
export type WrittenParts = Static<typeof WrittenParts>;

/** A review of a version, without its notes. */
export const StatedReview = Type.Object({
  version,
  action: Review.properties.action,
  by: Type.String(),
  at: Timestamp,
  overrideReason: Review.properties.overrideReason,
});
export type StatedReview = Static<typeof StatedReview>;

const StatedDocument = Type.Object({
  ...named,
  parts: WrittenParts,
  reviews: Type.Array(StatedReview, {
    description: 'Of this version and of those before it, oldest first',
  }),
  approved: Type.Boolean({ description: 'True if this version is approved' }),
  approvals: Type.Array(Type.Object({ by: Type.String(), at: Timestamp }), {
    description:
      'Of this version by members, those that count, oldest first; the approval by a key is that of its maker',
  }),
  releases: Type.Array(
    Type.Object({ version, by: Type.String(), at: Timestamp, to: Type.Array(Type.String()) }),
    {
      description: 'To clients, oldest first',
    },
  ),
});

const StatedModel = Type.Object({
  model: Type.String(),
  provider: Type.String({
    description: '`local` for the offline model; `unknown` for one that the engine has no more',
  }),
  calls: Type.Integer({
    minimum: 0,
    description: 'Those that were answered or may have been billed',
  }),
  inputTokens: Type.Integer({ minimum: 0 }),
  outputTokens: Type.Integer({ minimum: 0 }),
  costUsd: Usd,
});
export type StatedModel = Static<typeof StatedModel>;

/** The statements of the documents by what the check found, and the open conflicts. */
export const StatedChecks = Type.Object({
  ...CitationCounts.properties,
  conflicts: Type.Integer({ minimum: 0 }),
});
export type StatedChecks = Static<typeof StatedChecks>;

const Attestation = Type.Object({
  by: Type.String(),
  at: Timestamp,
  text: Type.String(),
  documents: Type.Array(Type.Object(named)),
});

/** How AI was used for the documents of an engagement, and what people did. */
export const AiUseStatement = Type.Object({
  engagement: Type.Object({ id: Id, name: Type.String(), client: Type.String() }),
  documents: Type.Array(StatedDocument),
  models: Type.Array(StatedModel),
  checks: StatedChecks,
  attestations: Type.Array(Attestation),
  generatedAt: Timestamp,
});
export type AiUseStatement = Static<typeof AiUseStatement>;

export const exportAiUse = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/export/ai-use',
  name: 'exportAiUse',
  summary:
    'Export how AI was used for the latest documents, as a statement (PDF) or as data (JSON)',
  tag: 'AI use',
  engagementMissing: 'engagement_not_found',
  params: EngagementParams,
  query: Type.Object({
    format: Type.Optional(Type.Enum(['pdf', 'json'], { description: '`pdf` by default' })),
  }),
  responses: { 200: 'application/pdf' },
  otherForms: { 'application/json': AiUseStatement },
  errors: [
    'text_too_complex',
    'not_found',
    'no_deliverables',
    'document_too_large',
    'engine_error',
  ],
});
