import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Day, Nullable } from '../declaring/scalars.ts';
import { requestLimits } from '../values/request-limits.ts';
import { engagementLimits } from './engagements.ts';

/** The form of an engagement, filled with words of a request. What could not be read off is empty or null (INT-1). */
export const RequestDraft = Type.Object({
  name: Type.String(),
  client: Type.String(),
  brief: Type.String({ maxLength: engagementLimits.brief }),
  tasks: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), description: Type.String() }), {
    description: 'Empty when the request enumerates none; the planner then proposes them',
  }),
  dueDate: Nullable(Day),
  truncated: Type.Boolean({ description: 'True when the request is longer than a brief may be' }),
});
export type RequestDraft = Static<typeof RequestDraft>;

export const DraftFromTextBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: requestLimits.characters, pattern: '\\S' }),
});
export type DraftFromTextBody = Static<typeof DraftFromTextBody>;

export const draftFromText = defineEndpoint({
  method: 'POST',
  path: '/api/engagement-drafts',
  name: 'draftFromText',
  summary: 'Read a pasted request or mail into the draft of an engagement; nothing is stored',
  tag: 'Engagements',
  level: 'write',
  body: DraftFromTextBody,
  responses: { 200: RequestDraft },
  errors: ['text_too_complex'],
});

/** multipart/form-data: `file` (required), at most 10 MB: a mail (.eml), or a type of attachments that has text. */
export const draftFromFile = defineEndpoint({
  method: 'POST',
  path: '/api/engagement-drafts/file',
  name: 'draftFromFile',
  summary: 'Read a file with a request into the draft of an engagement; nothing is stored',
  tag: 'Engagements',
  level: 'write',
  multipart: { file: 'file', fields: {} },
  responses: { 200: RequestDraft },
  errors: [
    'text_too_complex',
    'file_required',
    'file_type_unsupported',
    'file_content_mismatch',
    'file_too_large',
    'request_unreadable',
  ],
});
