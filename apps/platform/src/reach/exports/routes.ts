import { ApiError } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import * as endpoints from '@ecp/contract/reach/exports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendPdf } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { type ExportOptions, exportDeliverable, exportEngagement, previewBranding } from './pdf.ts';

interface PdfQuery {
  audience?: ExportAudience;
  include_provenance?: boolean;
}

/** Registers the PDF exports and the preview of a branding. */
export function registerExportRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.exportEngagement, async (context, { params, query, request, reply }) =>
    sendPdf(reply, await exportEngagement(context, params.id, readOptions(query, request))),
  );
  implementEndpoint(app, services, endpoints.exportDeliverable, async (context, { params, query, request, reply }) => {
    const which = { engagementId: params.id, filename: params.filename };
    return sendPdf(reply, await exportDeliverable(context, which, readOptions(query, request)));
  });
  implementEndpoint(app, services, endpoints.previewBranding, async (context, { query, request, reply }) =>
    sendPdf(reply, await previewBranding(context, query, request.signal)),
  );
}

/** Error: `invalid_request` for a client's copy with provenance, which is for the team. */
function readOptions(
  { audience = 'team', include_provenance: includeProvenance = false }: PdfQuery,
  request: FastifyRequest,
): ExportOptions {
  if (audience === 'client' && includeProvenance) {
    const message = 'must be false for a client';
    throw new ApiError('invalid_request', { details: [{ path: '/include_provenance', message }] });
  }
  return {
    audience,
    includeProvenance,
    delivers: request.method === 'GET',
    signal: request.signal,
  };
}
