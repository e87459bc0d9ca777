import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Author, EngagementParams, Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { VersionNumber } from '../work/deliverables.ts';

const ReleasedDocument = Type.Object({
  filename: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  asksDecision: Nullable(
    Type.Boolean({
      description: 'Whether clients are asked to decide about it; null: as it does by itself',
    }),
  ),
});

/** Versions of documents that a person has given to client links. */
export const Release = Type.Object({
  id: Id,
  documents: Type.Array(ReleasedDocument),
  message: Nullable(Type.String()),
  attestation: Nullable(Type.String({ description: 'What `releasedBy` says about the documents' })),
  aiUse: Type.Boolean({ description: 'True if its clients get a statement of AI use with it' }),
  links: Type.Array(
    Type.Object({ id: Id, label: Nullable(Type.String()), clientName: Nullable(Type.String()) }),
  ),
  releasedBy: Author,
  createdAt: Timestamp,
});
export type Release = Static<typeof Release>;

export const CreateReleaseBody = Type.Object({
  linkIds: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 50 }),
  documents: Type.Array(
    Type.Object({
      filename: Type.String({ minLength: 1, maxLength: 300 }),
      version: VersionNumber,
      /** By default the synthesis asks for a decision. */
      asksDecision: Type.Optional(Nullable(Type.Boolean())),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  message: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
  attestation: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  /** Gives the clients the statement of AI use about these versions, as it is now. */
  includeAiUse: Type.Optional(Type.Boolean()),
});
export type CreateReleaseBody = Static<typeof CreateReleaseBody>;

const shared = {
  params: EngagementParams,
  path: '/api/engagements/:id/releases',
  tag: 'Client portal',
} as const;

export const createRelease = defineEndpoint({
  ...shared,
  method: 'POST',
  name: 'createRelease',
  summary: 'Give versions of documents to client links, and mail them',
  level: 'write',
  body: CreateReleaseBody,
  responses: { 201: Release },
  errors: [
    'text_too_complex',
    'portal_link_ended',
    'attestation_required',
    'admin_access_required',
    'owner_access_required',
    'release_limit_reached',
    'document_too_large',
    'engine_error',
  ],
});

export const listReleases = defineEndpoint({
  ...shared,
  method: 'GET',
  name: 'listReleases',
  summary: 'List what was released to clients, newest first',
  responses: { 200: Type.Object({ releases: Type.Array(Release) }) },
});
