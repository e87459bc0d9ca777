import { nanoToUsd } from '@ecp/contract/declaring/money';
import * as endpoints from '@ecp/contract/work/research';
import type { FastifyInstance } from 'fastify';
import { attachmentDisposition, sendEncoded } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { downloadPage, getPage, listPages, listResearch } from './pages.ts';

/** Registers the endpoints of research (docs/requirements/research.md). */
export function registerResearchRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    endpoints.getResearchProvider,
    async ({ services: { config } }) => ({
      configured: config.search !== null,
      provider: config.search?.provider ?? null,
      // A search in nano-USD, a thousand of them in USD.
      usdPer1000: config.search ? nanoToUsd(config.search.searchNanoUsd * 1_000) : null,
    }),
  );
  implementEndpoint(app, services, endpoints.getResearch, async (context, { params, reply }) =>
    sendEncoded(reply, (await listResearch(context, params.id)).text),
  );
  implementEndpoint(app, services, endpoints.listPages, (context, { params }) =>
    listPages(context, params.id),
  );
  implementEndpoint(app, services, endpoints.getPage, (context, { params }) =>
    getPage(context, { engagementId: params.id, pageId: params.pageId }),
  );
  implementEndpoint(app, services, endpoints.downloadPage, async (context, { params, reply }) => {
    const page = { engagementId: params.id, pageId: params.pageId };
    const { filename, sizeBytes, content } = await downloadPage(context, page);
    // Browsers save the file and never display it, so nothing in it can run.
    reply.headers({
      'content-type': 'application/octet-stream',
      'content-length': sizeBytes,
      'content-disposition': attachmentDisposition(filename),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    return reply.send(content);
  });
}
