import { ApiError } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import * as endpoints from '@ecp/contract/reach/exports';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import { exportGrid as exportGridEndpoint } from '@ecp/contract/work/grids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attachmentDisposition, sendDocx, sendPdf, sendXlsx } from '../../kernel/http/answers.ts';
import { fingerprintForm, openForm } from '../../kernel/http/bodies.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { exportGrid } from './grid-export.ts';
import { type ExportOptions, exportDeliverable, exportEngagement, previewBranding } from './pdf.ts';
import {
  exportDeliverableToWord,
  exportEngagementToWord,
  type WordExportOptions,
} from './word/word-export.ts';
import { importDeliverable } from './word/word-import.ts';
import { exportEngagementToWorkbook } from './workbook/workbook-export.ts';

interface PdfQuery {
  audience?: ExportAudience;
  include_provenance?: boolean;
  footnotes?: FootnoteChoice;
}

export function registerExportRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    endpoints.exportEngagement,
    async (context, { params, query, request, reply }) =>
      sendPdf(reply, await exportEngagement(context, params.id, readOptions(query, request))),
  );
  implementEndpoint(
    app,
    services,
    endpoints.exportDeliverable,
    async (context, { params, query, request, reply }) => {
      const which = { engagementId: params.id, filename: params.filename };
      return sendPdf(reply, await exportDeliverable(context, which, readOptions(query, request)));
    },
  );
  implementEndpoint(
    app,
    services,
    endpoints.previewBranding,
    async (context, { query, request, reply }) =>
      sendPdf(reply, await previewBranding(context, query, request.signal)),
  );
}

/** Error: `invalid_request` for a client's copy with provenance, which is for the team. */
function readOptions(
  { audience = 'team', include_provenance: includeProvenance = false, footnotes }: PdfQuery,
  request: FastifyRequest,
): ExportOptions {
  if (audience === 'client' && includeProvenance) {
    const message = 'must be false for a client';
    throw new ApiError('invalid_request', { details: [{ path: '/include_provenance', message }] });
  }
  return {
    audience,
    includeProvenance,
    footnotes,
    delivers: request.method === 'GET',
    signal: request.signal,
  };
}

/** Registers the Word files of deliverables and engagements (docs/requirements/word.md). */
export function registerWordRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    endpoints.exportEngagementToWord,
    async (context, { params, query, request, reply }) =>
      sendDocx(
        reply,
        await exportEngagementToWord(context, params.id, readWordOptions(query, request)),
      ),
  );
  implementEndpoint(
    app,
    services,
    endpoints.exportDeliverableToWord,
    async (context, { params, query, request, reply }) => {
      const which = { engagementId: params.id, filename: params.filename };
      return sendDocx(
        reply,
        await exportDeliverableToWord(context, which, readWordOptions(query, request)),
      );
    },
  );
  implementEndpoint(app, services, endpoints.importDeliverable, (context, { params, request }) => {
    const form = openForm(request, endpoints.importDeliverable.multipart);
    const which = { engagementId: params.id, filename: params.filename };
    return importDeliverable(
      context,
      which,
      fingerprintForm(form, request.idempotencyClaim?.identify),
    );
  });
}

/** Registers the workbook of an engagement (docs/requirements/workbook.md). */
export function registerWorkbookRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    endpoints.exportEngagementToWorkbook,
    async (context, { params, query, request, reply }) =>
      sendXlsx(
        reply,
        await exportEngagementToWorkbook(context, params.id, readWordOptions(query, request)),
      ),
  );
}

function readWordOptions(
  { audience = 'team', footnotes }: { audience?: ExportAudience; footnotes?: FootnoteChoice },
  request: FastifyRequest,
): WordExportOptions {
  return { audience, footnotes, delivers: request.method === 'GET', signal: request.signal };
}

/** Registers the files of grids (docs/requirements/grids.md). */
export function registerGridExportRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    exportGridEndpoint,
    async (context, { params, query, request, reply }) => {
      const target = { engagementId: params.id, gridId: params.gridId };
      const options = {
        format: query.format ?? 'csv',
        delivers: request.method === 'GET',
        signal: request.signal,
      };
      const { filename, type, content } = await exportGrid(context, target, options);
      reply.headers({
        'content-type': type,
        'content-disposition': attachmentDisposition(filename),
      });
      return reply.code(200).send(content);
    },
  );
}
