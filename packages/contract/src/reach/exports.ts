import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams, EngagementParams, Flag } from '../declaring/scalars.ts';
import { ClientFootnotes, footnoteErrors, TeamFootnotes } from '../values/footnote-queries.ts';
import { Comment } from '../work/comments.ts';

/** The reader of an export. A client's copy leaves out what is meant for the team only. */
const exportAudiences = ['team', 'client'] as const;
export type ExportAudience = (typeof exportAudiences)[number];
export const Audience = Type.Optional(
  Type.Enum([...exportAudiences], { description: 'Who reads it; `team` by default' }),
);

const pdf = {
  method: 'GET',
  tag: 'PDF',
  engagementMissing: 'engagement_not_found',
  query: Type.Object({
    include_provenance: Flag,
    audience: Audience,
    footnotes: ClientFootnotes,
  }),
  queryErrors: footnoteErrors,
  responses: { 200: 'application/pdf' },
} as const;

/** The minimum role is viewer, so every role and key has access. */
export const exportEngagement = defineEndpoint({
  ...pdf,
  path: '/api/engagements/:id/export/pdf',
  name: 'exportEngagement',
  summary:
    'Export the latest versions of all deliverables as one report (PDF), for the team or for a client',
  params: EngagementParams,
  errors: [
    'text_too_complex',
    'not_found',
    'insufficient_permissions',
    'no_deliverables',
    'document_too_large',
  ],
});

export const exportDeliverable = defineEndpoint({
  ...pdf,
  path: '/api/engagements/:id/deliverables/:filename/export/pdf',
  name: 'exportDeliverable',
  summary: 'Export the latest version of one deliverable as a PDF, for the team or for a client',
  params: DeliverableParams,
  errors: [
    'text_too_complex',
    'not_found',
    'insufficient_permissions',
    'deliverable_not_found',
    'document_too_large',
  ],
});

/**
 * A sample report with an unsaved branding. An absent parameter uses the saved value; an empty one
 * means none.
 */
export const previewBranding = defineEndpoint({
  method: 'GET',
  path: '/api/account/branding/preview',
  name: 'previewBranding',
  summary: 'Export a sample report with an unsaved branding as a PDF',
  tag: 'Branding',
  level: 'admin',
  query: Type.Object({
    companyName: Type.Optional(Type.String({ maxLength: 200 })),
    primaryColor: Type.Optional(Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$', maxLength: 7 })),
  }),
  responses: { 200: 'application/pdf' },
  errors: ['text_too_complex'],
});

/** Limits the Word file that is imported. */
export const maxWordFileBytes = 20 * 1_048_576;

const docx = {
  method: 'GET',
  tag: 'Word',
  engagementMissing: 'engagement_not_found',
  query: Type.Object({ audience: Audience, footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
} as const;

export const exportDeliverableToWord = defineEndpoint({
  ...docx,
  path: '/api/engagements/:id/deliverables/:filename/export/docx',
  name: 'exportDeliverableToWord',
  summary: 'Export the latest version of one deliverable as a Word file that can be imported again',
  params: DeliverableParams,
  errors: [
    'text_too_complex',
    'not_found',
    'insufficient_permissions',
    'deliverable_not_found',
    'document_too_large',
  ],
});

export const exportEngagementToWord = defineEndpoint({
  ...docx,
  path: '/api/engagements/:id/export/docx',
  name: 'exportEngagementToWord',
  summary: 'Export the latest versions of all deliverables as one Word file',
  params: EngagementParams,
  errors: [
    'text_too_complex',
    'not_found',
    'insufficient_permissions',
    'no_deliverables',
    'document_too_large',
  ],
});

/** The figures of the latest documents as formulas over their tables and queries. */
export const exportEngagementToWorkbook = defineEndpoint({
  method: 'GET',
  tag: 'Workbook',
  engagementMissing: 'engagement_not_found',
  path: '/api/engagements/:id/export/xlsx',
  name: 'exportEngagementToWorkbook',
  summary:
    'Export tables, queries, figures as formulas, and sources of the latest deliverables as one workbook',
  params: EngagementParams,
  query: Type.Object({ audience: Audience, footnotes: ClientFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: [
    'text_too_complex',
    'not_found',
    'insufficient_permissions',
    'no_deliverables',
    'document_too_large',
  ],
});

/** A part of a Word file that is not taken, or is taken in another form. */
const importWarningKinds = [
  'picture_left_out',
  'object_left_out',
  'text_box_moved',
  'equation_as_text',
  'endnote_as_footnote',
  'cells_separated',
  'numbers_changed',
  'nested_table_as_text',
  'formatting_left_out',
  'contents_left_out',
  'symbol_left_out',
  'link_left_out',
  'caption_kept',
  'hidden_text_left_out',
  'more_left_out',
  'comment_unplaced',
  'conflict',
  'other_document',
  'unknown_origin',
] as const;

export const ImportWarning = Type.Object({
  kind: Type.Enum([...importWarningKinds]),
  place: Type.String({ description: 'The heading above it; empty if there is none' }),
  text: Type.String({ description: 'The words that it is about; empty if there are none' }),
});
export type ImportWarning = Static<typeof ImportWarning>;

export const ImportResult = Type.Object({
  version: Type.Integer({
    description: 'The version that was written; the latest if the file brings comments alone',
  }),
  comments: Type.Array(Comment),
  warnings: Type.Array(ImportWarning),
});
export type ImportResult = Static<typeof ImportResult>;

/** multipart/form-data: `file` (required), a .docx file of at most 20 MB. */
export const importDeliverable = defineEndpoint({
  method: 'POST',
  path: '/api/engagements/:id/deliverables/:filename/import',
  name: 'importDeliverable',
  summary: 'Make a Word file the next version of a deliverable, and its comments comments',
  tag: 'Word',
  level: 'write',
  params: DeliverableParams,
  multipart: { file: 'file', fields: {} },
  responses: { 201: ImportResult },
  errors: [
    'text_too_complex',
    'file_required',
    'file_too_large',
    'word_file_refused',
    'nothing_changed',
    'not_latest_version',
    'comment_limit_reached',
    'reply_limit_reached',
  ],
});

/** The sealed dossier: approved documents with everything that they rest on, signed. */
export const exportDossier = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/export/dossier',
  name: 'exportDossier',
  summary:
    'Export the approved documents with sources, queries, calls, reviews and audit entries as one signed zip',
  tag: 'Dossier',
  engagementMissing: 'engagement_not_found',
  params: EngagementParams,
  query: Type.Object({ footnotes: TeamFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: 'application/zip' },
  errors: [
    'text_too_complex',
    'not_found',
    'no_approved_deliverables',
    'document_too_large',
    'engine_error',
  ],
});
