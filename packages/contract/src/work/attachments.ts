import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Nullable, Timestamp } from '../declaring/scalars.ts';

const attachmentCategories = [
  'reference',
  'styleguide',
  'design_inspiration',
  'data',
  'brand_assets',
] as const;
export const AttachmentCategory = Type.Enum([...attachmentCategories]);
export type AttachmentCategory = (typeof attachmentCategories)[number];

/**
 * State of a file's text extraction: `pending`, `extracted`, or why there is no text. Such files
 * are stored, too.
 */
const extractionStates = [
  'pending',
  'extracted',
  'empty',
  'failed',
  'encrypted',
  'timeout',
  'too_large',
] as const;
export type ExtractionState = (typeof extractionStates)[number];

/**
 * An attachment; `sourceUrl` only if made from a URL. `uploadedBy` is null for keys without a
 * recorded maker.
 */
export const Attachment = Type.Object({
  id: Id,
  filename: Type.String(),
  mimeType: Type.String(),
  sizeBytes: Type.Integer(),
  category: AttachmentCategory,
  summary: Nullable(Type.String()),
  extraction: Type.Enum([...extractionStates]),
  truncated: Type.Boolean({ description: 'The file holds more text than was read' }),
  sourceUrl: Type.Optional(Type.String()),
  uploadedBy: Nullable(Id),
  createdAt: Timestamp,
});
export type Attachment = Static<typeof Attachment>;

const AttachmentParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  attachmentId: Type.String({ maxLength: 100 }),
});
const tag = 'Attachments';
const base = '/api/engagements/:id/attachments';

export const listAttachments = defineEndpoint({
  method: 'GET',
  path: base,
  name: 'listAttachments',
  summary: 'List the files of an engagement',
  tag,
  params: EngagementParams,
  responses: { 200: Type.Object({ attachments: Type.Array(Attachment) }) },
});

/**
 * multipart/form-data: `file` (required), `category`, `summary`. The body is streamed and never
 * wholly in memory.
 */
export const uploadAttachment = defineEndpoint({
  method: 'POST',
  path: base,
  name: 'uploadAttachment',
  summary: 'Attach a file',
  tag,
  level: 'write',
  params: EngagementParams,
  multipart: {
    file: 'file',
    fields: {
      category: Type.Optional(AttachmentCategory),
      summary: Type.Optional(Type.String({ maxLength: 2000 })),
    },
  },
  responses: { 201: Type.Object({ attachment: Attachment }) },
  errors: [
    'file_required',
    'file_type_unsupported',
    'file_content_mismatch',
    'file_too_large',
    'storage_limit_exceeded',
    'attachment_limit_reached',
  ],
});

export const getAttachment = defineEndpoint({
  method: 'GET',
  path: `${base}/:attachmentId`,
  name: 'getAttachment',
  summary: 'Read an attachment with a signed download link, valid for one hour',
  tag,
  params: AttachmentParams,
  responses: {
    200: Type.Object({ attachment: Attachment, downloadUrl: Type.String({ format: 'uri' }) }),
  },
});

export const deleteAttachment = defineEndpoint({
  method: 'DELETE',
  path: `${base}/:attachmentId`,
  name: 'deleteAttachment',
  summary: 'Delete an attachment and its stored file',
  tag,
  level: 'write',
  params: AttachmentParams,
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
});

export const AttachFromUrlBody = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  category: Type.Optional(AttachmentCategory),
});
export type AttachFromUrlBody = Static<typeof AttachFromUrlBody>;

export const attachFromUrl = defineEndpoint({
  method: 'POST',
  path: `${base}/from-url`,
  name: 'attachFromUrl',
  summary: 'Fetch a web page and attach its text, or a PDF as it is',
  tag,
  level: 'write',
  params: EngagementParams,
  body: AttachFromUrlBody,
  bodyErrors: [{ fields: ['url'], code: 'url_invalid' }],
  responses: { 201: Type.Object({ attachment: Attachment }) },
  errors: [
    'url_scheme_unsupported',
    'outbound_off',
    'url_private',
    'url_has_credentials',
    'url_unreadable',
    'storage_limit_exceeded',
    'attachment_limit_reached',
  ],
});

/** The signed link is the only credential. It gives one file until it expires. */
export const downloadAttachment = defineEndpoint({
  method: 'GET',
  path: '/api/downloads/:token',
  name: 'downloadAttachment',
  summary: 'Download a file through a signed link',
  tag,
  credentials: 'none',
  engagementKeyAccess: 'open',
  params: Type.Object({ token: Type.String({ maxLength: 1000 }) }),
  responses: { 200: 'application/octet-stream', 206: 'application/octet-stream' },
  errors: ['not_found'],
});
