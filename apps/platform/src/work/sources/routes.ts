import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import { QuotedPassagesAnswer, QuotedPassagesBody, quotedPassagesPath } from '@ecp/contract/engine/tool-access';
import * as endpoints from '@ecp/contract/work/attachments';
import type { FastifyInstance } from 'fastify';
import { forAgents } from '../../kernel/as-agents.ts';
import { attachmentDisposition, parseRange } from '../../kernel/http/answers.ts';
import { fingerprintForm, openForm } from '../../kernel/http/bodies.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { declareRunRoute, runTargetOf } from '../run-records/run-access.ts';
import {
  deleteAttachment,
  downloadAttachment,
  getAttachment,
  listAttachments,
  uploadAttachment,
} from './attachments.ts';
import { readQuotedPassages } from './quoted-passages.ts';
import { attachFromUrl } from './web-pages.ts';

/** Registers the endpoints of attachments and downloads (docs/requirements/attachments.md). */
export function registerAttachmentRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.listAttachments, (context, { params }) =>
    listAttachments(context, params.id),
  );
  implementEndpoint(app, services, endpoints.uploadAttachment, (context, { params, request }) =>
    uploadAttachment(
      context,
      params.id,
      fingerprintForm(openForm(request, endpoints.uploadAttachment.multipart), request.idempotencyClaim?.identify),
    ),
  );
  implementEndpoint(app, services, endpoints.attachFromUrl, (context, { params, body }) =>
    attachFromUrl(context, params.id, body),
  );
  implementEndpoint(app, services, endpoints.getAttachment, (context, { params, reply }) => {
    // Its link opens the file without a session.
    reply.header('cache-control', 'no-store');
    return getAttachment(context, { engagementId: params.id, attachmentId: params.attachmentId });
  });
  implementEndpoint(app, services, endpoints.deleteAttachment, (context, { params }) =>
    deleteAttachment(context, { engagementId: params.id, attachmentId: params.attachmentId }),
  );
  implementEndpoint(app, services, endpoints.downloadAttachment, async (context, { params, request, reply }) => {
    const chooseRange = (wholeBytes: number) => parseRange(request.headers, wholeBytes);
    const download = await downloadAttachment(context, params.token, chooseRange);
    const { filename, mimeType, sizeBytes, range, content } = download;
    // Browsers save the file and never display it, so nothing in it can run.
    reply.headers({
      'content-type': mimeType,
      'content-length': range ? range.end - range.start : sizeBytes,
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${sizeBytes}` } : {}),
      'content-disposition': attachmentDisposition(filename),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    return reply.code(range ? 206 : 200).send(content);
  });
}

/** Registers the route where the engine looks up quotes in whole texts. It is not part of the API. */
export function registerQuotedPassagesRoute(app: FastifyInstance, services: Services): void {
  app.route({
    ...declareRunRoute(services, 'source access', findQuotedPassages),
    handler: async (request) => {
      const target = runTargetOf(request);
      const { quotes } = request.body as QuotedPassagesBody;
      const { database, storage } = forAgents(services, target.engagementId);
      const sources = await database.withTenant(target.tenantId, (tx) =>
        readQuotedPassages(tx, storage, target, quotes),
      );
      return { sources };
    },
  });
}

/** Enough for 400 quotes of the longest footnotes. */
const maxBodyBytes = 4 * 1_048_576;

const findQuotedPassages = defineEndpoint({
  ...{ tag: 'Internal', credentials: 'none', maxBodyBytes },
  method: 'POST',
  path: quotedPassagesPath,
  name: 'findQuotedPassages',
  summary: 'Look up quotes in the whole text of their sources',
  body: QuotedPassagesBody,
  responses: { 200: QuotedPassagesAnswer },
  errors: ['authentication_required', 'service_unavailable'],
});
