import * as endpoints from '@ecp/contract/reach/word';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendDocx } from '../../../kernel/http/answers/send-docx.ts';
import { fingerprintForm } from '../../../kernel/http/body/fingerprint-form.ts';
import { openForm } from '../../../kernel/http/body/multipart.ts';
import { implementEndpoint } from '../../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../../kernel/services.ts';
import { exportDeliverableToWord, type WordExportOptions } from './export-deliverable.ts';
import { exportEngagementToWord } from './export-engagement.ts';
import { importDeliverable } from './import-deliverable.ts';

/** Registers the Word files of deliverables and engagements (docs/requirements/word.md). */
export function registerWordRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.exportEngagementToWord, async (context, { params, request, reply }) =>
    sendDocx(reply, await exportEngagementToWord(context, params.id, readOptions(request))),
  );
  implementEndpoint(app, services, endpoints.exportDeliverableToWord, async (context, { params, request, reply }) => {
    const which = { engagementId: params.id, filename: params.filename };
    return sendDocx(reply, await exportDeliverableToWord(context, which, readOptions(request)));
  });
  implementEndpoint(app, services, endpoints.importDeliverable, (context, { params, request }) => {
    const form = openForm(request, endpoints.importDeliverable.multipart);
    const which = { engagementId: params.id, filename: params.filename };
    return importDeliverable(context, which, fingerprintForm(form, request.idempotencyClaim?.identify));
  });
}

function readOptions(request: FastifyRequest): WordExportOptions {
  return { delivers: request.method === 'GET', signal: request.signal };
}
