import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { sourceFields } from '../work/sources.ts';

const portal = { tag: 'Client portal', credentials: 'portal', engagementKeyAccess: 'open', method: 'GET' } as const;
const named = Type.Object({ filename: Type.String({ maxLength: 300 }) });

export const exportInPortal = defineEndpoint({
  ...portal,
  path: '/api/portal/export/pdf',
  name: 'exportInPortal',
  summary: 'Export the documents of the link as one PDF',
  portalPermission: 'download',
  responses: { 200: 'application/pdf' },
  errors: ['text_too_complex', 'no_deliverables', 'document_too_large'],
});

export const exportDeliverableInPortal = defineEndpoint({
  ...portal,
  path: '/api/portal/deliverables/:filename/export/pdf',
  name: 'exportDeliverableInPortal',
  summary: 'Export one document of the link as a PDF',
  portalPermission: 'download',
  params: named,
  responses: { 200: 'application/pdf' },
  errors: ['text_too_complex', 'not_found', 'document_too_large'],
});

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const exportInPortalToWord = defineEndpoint({
  ...portal,
  path: '/api/portal/export/docx',
  name: 'exportInPortalToWord',
  summary: 'Export the documents of the link as one Word file',
  portalPermission: 'download',
  responses: { 200: docx },
  errors: ['text_too_complex', 'no_deliverables', 'document_too_large'],
});

export const exportDeliverableInPortalToWord = defineEndpoint({
  ...portal,
  path: '/api/portal/deliverables/:filename/export/docx',
  name: 'exportDeliverableInPortalToWord',
  summary: 'Export one document of the link as a Word file',
  portalPermission: 'download',
  params: named,
  responses: { 200: docx },
  errors: ['text_too_complex', 'not_found', 'document_too_large'],
});

/**
 * The source of a footnote, as far as a client may read it (REL-13): the passage with a sentence on each side, or the
 * cited row with one on each side; with the permission `files` its page, sheet or section. A citation of the brief, or of
 * a document that the link does not show, has the quoted words only.
 */
export const PortalSource = Type.Object(sourceFields);
export type PortalSource = Static<typeof PortalSource>;

const ofFootnote = {
  ...portal,
  portalPermission: 'sources',
  params: Type.Object({ ...named.properties, footnote: Type.String({ maxLength: 200 }) }),
} as const;

export const getPortalSource = defineEndpoint({
  ...ofFootnote,
  path: '/api/portal/deliverables/:filename/sources/:footnote',
  name: 'getPortalSource',
  summary: 'Read the passage that a footnote cites, with the text around it',
  responses: { 200: PortalSource },
  errors: ['text_too_complex', 'not_found'],
});

/** Only PDFs are given, to be shown in a page (SRC-2). */
export const getPortalSourceFile = defineEndpoint({
  ...ofFootnote,
  portalPermission: 'files',
  path: '/api/portal/deliverables/:filename/sources/:footnote/file',
  name: 'getPortalSourceFile',
  summary: 'Read the PDF that a footnote cites',
  responses: { 200: 'application/pdf' },
  errors: ['text_too_complex', 'not_found'],
});
