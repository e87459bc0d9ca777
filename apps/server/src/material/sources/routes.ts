import * as endpoints from '@ecp/contract/work/attachments';
import type { FastifyInstance } from 'fastify';
import { attachmentDisposition, parseRange } from '../../kernel/http/answers.ts';
import { fingerprintForm, openForm } from '../../kernel/http/bodies.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import {
  deleteAttachment,
  downloadAttachment,
  getAttachment,
  listAttachments,
  uploadAttachment,
} from './attachments.ts';
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
      fingerprintForm(
        openForm(request, endpoints.uploadAttachment.multipart),
        request.idempotencyClaim?.identify,
      ),
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
  implementEndpoint(
    app,
    services,
    endpoints.downloadAttachment,
    async (context, { params, request, reply }) => {
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
    },
  );
}
