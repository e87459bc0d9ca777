import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams, EngagementParams, Nullable, Timestamp } from '../declaring/scalars.ts';
import { ClientFootnotes, footnoteErrors } from '../values/footnote-queries.ts';
import { Audience } from './exports.ts';

const pptx = {
  method: 'GET',
  tag: 'Decks',
  engagementMissing: 'engagement_not_found',
  query: Type.Object({ audience: Audience, footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
} as const;

export const exportDeliverableToDeck = defineEndpoint({
  ...pptx,
  path: '/api/engagements/:id/deliverables/:filename/export/pptx',
  name: 'exportDeliverableToDeck',
  summary:
    'Export the slides of one deliverable as a PowerPoint file with native charts and tables',
  params: DeliverableParams,
  errors: [
    'text_too_complex',
    'not_found',
    'insufficient_permissions',
    'deliverable_not_found',
    'document_too_large',
    'deck_template_refused',
    'deck_template_lost',
  ],
});

export const exportEngagementToDeck = defineEndpoint({
  ...pptx,
  path: '/api/engagements/:id/export/pptx',
  name: 'exportEngagementToDeck',
  summary:
    'Export the slides of all deliverables as a PowerPoint file with native charts and tables',
  params: EngagementParams,
  errors: [
    'text_too_complex',
    'not_found',
    'insufficient_permissions',
    'no_deliverables',
    'document_too_large',
    'deck_template_refused',
    'deck_template_lost',
  ],
});

/** Limits the master of a firm. */
export const maxDeckTemplateBytes = 20 * 1_048_576;

/** What a layout of a master is used for. */
const layoutUses = ['title', 'content', 'titleOnly'] as const;

/** The master of a firm, into which its decks are written. */
export const DeckTemplate = Type.Object({
  filename: Type.String(),
  sizeBytes: Type.Integer(),
  uploadedAt: Timestamp,
  layouts: Type.Array(
    Type.Object({
      use: Type.Enum([...layoutUses]),
      name: Type.String({ description: 'Its name in the file' }),
    }),
    { description: 'The layouts that slides use' },
  ),
});
export type DeckTemplate = Static<typeof DeckTemplate>;

export const DeckTemplateState = Type.Object({
  template: Nullable(DeckTemplate),
});
export type DeckTemplateState = Static<typeof DeckTemplateState>;

const template = {
  path: '/api/account/branding/deck-template',
  tag: 'Branding',
  responses: { 200: DeckTemplateState },
} as const;

export const getDeckTemplate = defineEndpoint({
  ...template,
  method: 'GET',
  name: 'getDeckTemplate',
  summary: 'Read which master decks are written into; null for that of the product',
});

/**
 * multipart/form-data, field `file`: a .pptx of at most 20 MB, whose layouts are found by type and
 * name.
 */
export const putDeckTemplate = defineEndpoint({
  ...template,
  method: 'PUT',
  name: 'putDeckTemplate',
  summary: 'Set the master that decks are written into',
  level: 'admin',
  multipart: { file: 'file', fields: {} },
  errors: [
    'file_required',
    'file_type_unsupported',
    'file_content_mismatch',
    'file_too_large',
    'deck_template_refused',
  ],
});

export const deleteDeckTemplate = defineEndpoint({
  ...template,
  method: 'DELETE',
  name: 'deleteDeckTemplate',
  summary: 'Remove the master of decks',
  level: 'admin',
});
