import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams } from '../declaring/scalars.ts';

/** The sealed dossier: approved documents with everything that they rest on, signed. */
export const exportDossier = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/export/dossier',
  name: 'exportDossier',
  summary: 'Export the approved documents with sources, queries, calls, reviews and audit entries as one signed zip',
  tag: 'Dossier',
  engagementMissing: 'engagement_not_found',
  params: EngagementParams,
  responses: { 200: 'application/zip' },
  errors: ['text_too_complex', 'not_found', 'no_approved_deliverables', 'document_too_large'],
});
