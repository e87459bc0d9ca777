import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams, EngagementParams } from '../declaring/scalars.ts';
import { Comment } from '../work/comments.ts';
import { Audience } from './exports.ts';

/** Largest Word file that is imported. */
export const maxWordFileBytes = 20 * 1_048_576;

const docx = {
  method: 'GET',
  tag: 'Word',
  engagementMissing: 'engagement_not_found',
  query: Type.Object({ audience: Audience }),
  responses: { 200: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
} as const;

export const exportDeliverableToWord = defineEndpoint({
  ...docx,
  path: '/api/engagements/:id/deliverables/:filename/export/docx',
  name: 'exportDeliverableToWord',
  summary: 'Export the latest version of one deliverable as a Word file that can be imported again',
  params: DeliverableParams,
  errors: ['text_too_complex', 'not_found', 'insufficient_permissions', 'deliverable_not_found', 'document_too_large'],
});

export const exportEngagementToWord = defineEndpoint({
  ...docx,
  path: '/api/engagements/:id/export/docx',
  name: 'exportEngagementToWord',
  summary: 'Export the latest versions of all deliverables as one Word file',
  params: EngagementParams,
  errors: ['text_too_complex', 'not_found', 'insufficient_permissions', 'no_deliverables', 'document_too_large'],
});

/** A part of a Word file that is not taken, or is taken in another form (WRD-7). */
export const importWarningKinds = [
  ...['picture_left_out', 'object_left_out', 'text_box_moved', 'equation_as_text', 'endnote_as_footnote'],
  ...[
    'cells_separated',
    'numbers_changed',
    'nested_table_as_text',
    'formatting_left_out',
    'contents_left_out',
    'symbol_left_out',
  ],
  ...['link_left_out', 'caption_kept', 'hidden_text_left_out', 'more_left_out', 'comment_unplaced'],
  ...['conflict', 'other_document', 'unknown_origin'],
] as const;

export const ImportWarning = Type.Object({
  kind: Type.Enum([...importWarningKinds]),
  place: Type.String({ description: 'The heading above it; empty if there is none' }),
  text: Type.String({ description: 'The words that it is about; empty if there are none' }),
});
export type ImportWarning = Static<typeof ImportWarning>;

export const ImportResult = Type.Object({
  version: Type.Integer({ description: 'The version that was written; the latest if the file brings comments alone' }),
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
