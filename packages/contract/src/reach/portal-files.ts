import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Nullable, Timestamp } from '../declaring/scalars.ts';
import { Cell } from '../work/tables.ts';

const portal = { tag: 'Client portal', credentials: 'portal', engagementKeyAccess: 'open', method: 'GET' } as const;
const named = Type.Object({ filename: Type.String({ maxLength: 300 }) });

export const exportInPortal = defineEndpoint({
  ...portal,
  path: '/api/portal/export/pdf',
  name: 'exportInPortal',
  summary: 'Export the documents of the link as one PDF',
  portalPermission: 'download',
  responses: { 200: 'application/pdf' },
  errors: ['no_deliverables', 'document_too_large'],
});

export const exportDeliverableInPortal = defineEndpoint({
  ...portal,
  path: '/api/portal/deliverables/:filename/export/pdf',
  name: 'exportDeliverableInPortal',
  summary: 'Export one document of the link as a PDF',
  portalPermission: 'download',
  params: named,
  responses: { 200: 'application/pdf' },
  errors: ['not_found', 'document_too_large'],
});

/**
 * What a footnote cites, as far as a client may read it: the passage with the text of its page, sheet or section
 * (REL-13). Of the brief, and of a document that the link does not show, there are the quoted words only.
 */
export const PortalSource = Type.Object({
  footnote: Type.String(),
  claim: Type.String(),
  quote: Nullable(Type.String()),
  passage: Nullable(Type.String({ description: 'The closest words in the source' })),
  kind: Type.Enum(['file', 'page', 'document', 'query', 'words']),
  title: Type.String(),
  place: Nullable(Type.String({ description: 'Page, sheet, slide or section' })),
  text: Nullable(Type.String({ description: 'Readable text around the passage' })),
  /** Where the passage stands in `text`, in UTF-16 units; null where it is not found word for word. */
  mark: Nullable(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
  /** The address of an archived page, and when it was read. */
  url: Nullable(Type.String()),
  fetchedAt: Nullable(Timestamp),
  /** The other document of the link that is cited. */
  document: Nullable(Type.String()),
  table: Nullable(
    Type.Object({ columns: Type.Array(Type.String()), rows: Type.Array(Type.Array(Cell)), truncated: Type.Boolean() }),
  ),
});
export type PortalSource = Static<typeof PortalSource>;

export const getPortalSource = defineEndpoint({
  ...portal,
  path: '/api/portal/deliverables/:filename/sources/:footnote',
  name: 'getPortalSource',
  summary: 'Read the passage that a footnote cites, with the text around it',
  portalPermission: 'sources',
  params: Type.Object({ ...named.properties, footnote: Type.String({ maxLength: 200 }) }),
  responses: { 200: PortalSource },
  errors: ['not_found'],
});
