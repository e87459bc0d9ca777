import type { ExportAudience } from '@ecp/contract/reach/exports';
import * as endpoints from '@ecp/contract/reach/exports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendDocx } from '../../../kernel/http/answers.ts';
import { fingerprintForm, openForm } from '../../../kernel/http/bodies.ts';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../../kernel/services.ts';
import { exportDeliverableToWord, exportEngagementToWord, type WordExportOptions } from './word-export.ts';
import { importDeliverable } from './word-import.ts';

/** Registers the Word files of deliverables and engagements (docs/requirements/word.md). */
export function registerWordRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    endpoints.exportEngagementToWord,
    async (context, { params, query, request, reply }) =>
      sendDocx(reply, await exportEngagementToWord(context, params.id, readOptions(query, request))),
  );
  implementEndpoint(
    app,
    services,
    endpoints.exportDeliverableToWord,
    async (context, { params, query, request, reply }) => {
      const which = { engagementId: params.id, filename: params.filename };
      return sendDocx(reply, await exportDeliverableToWord(context, which, readOptions(query, request)));
    },
  );
  implementEndpoint(app, services, endpoints.importDeliverable, (context, { params, request }) => {
    const form = openForm(request, endpoints.importDeliverable.multipart);
    const which = { engagementId: params.id, filename: params.filename };
    return importDeliverable(context, which, fingerprintForm(form, request.idempotencyClaim?.identify));
  });
}

function readOptions({ audience = 'team' }: { audience?: ExportAudience }, request: FastifyRequest): WordExportOptions {
  return { audience, delivers: request.method === 'GET', signal: request.signal };
}
