import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { VersionNumber } from './deliverables.ts';
import { Cell } from './tables.ts';

/** The passage that a footnote cites, with the text of its page, sheet or section (REL-13). */
export const sourceFields = {
  footnote: Type.String(),
  claim: Type.String(),
  quote: Nullable(Type.String()),
  passage: Nullable(Type.String({ description: 'The closest words in the source' })),
  /** `words`: there is nothing to show but the quoted words. */
  kind: Type.Enum(['file', 'page', 'document', 'query', 'words']),
  title: Type.String(),
  place: Nullable(Type.String({ description: 'Page, sheet, slide or section' })),
  text: Nullable(Type.String({ description: 'Readable text around the passage' })),
  /** The place of the passage in `text`, in UTF-16 units; null where it is not found word for word. */
  mark: Nullable(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
  /** The address of an archived page, and when it was read. */
  url: Nullable(Type.String()),
  fetchedAt: Nullable(Timestamp),
  document: Nullable(Type.String({ description: 'Filename of the document that is cited' })),
  table: Nullable(
    Type.Object({ columns: Type.Array(Type.String()), rows: Type.Array(Type.Array(Cell)), truncated: Type.Boolean() }),
  ),
};

/** The same for the team, with the ids under which the source is to be had whole. */
export const DeliverableSource = Type.Object({
  ...sourceFields,
  attachmentId: Nullable(Id),
  pageId: Nullable(Id),
  queryId: Nullable(Id),
});
export type DeliverableSource = Static<typeof DeliverableSource>;

export const getDeliverableSource = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/sources/:footnote',
  name: 'getDeliverableSource',
  summary: 'Read the passage that a footnote cites, with the text around it',
  tag: 'Deliverables',
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    filename: Type.String({ maxLength: 300 }),
    footnote: Type.String({ maxLength: 200 }),
  }),
  query: Type.Object({ version: Type.Optional(VersionNumber) }),
  responses: { 200: DeliverableSource },
  errors: ['not_found'],
});
