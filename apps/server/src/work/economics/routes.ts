import * as endpoints from '@ecp/contract/work/economics';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { attachmentDisposition } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { getEconomics, putEconomics } from './economics.ts';
import { exportEconomics, exportFirmEconomics } from './economics-files.ts';
import { getFirmEconomics } from './firm-economics.ts';

/** Registers the economics of engagements and of the firm (docs/requirements/economics.md). */
export function registerEconomicsRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, endpoints.getEconomics, (context, { params }) =>
    getEconomics(context, params.id),
  );
  implementEndpoint(app, services, endpoints.putEconomics, (context, { params, body }) =>
    putEconomics(context, params.id, body),
  );
  implementEndpoint(
    app,
    services,
    endpoints.exportEconomics,
    async (context, { params, query, request, reply }) => {
      const options = {
        content: query.content ?? 'entries',
        delivers: request.method === 'GET',
      } as const;
      return sendCsv(reply, await exportEconomics(context, params.id, options));
    },
  );
  implementEndpoint(app, services, endpoints.getFirmEconomics, (context, { query }) =>
    getFirmEconomics(context, query),
  );
  implementEndpoint(
    app,
    services,
    endpoints.exportFirmEconomics,
    async (context, { query, request, reply }) => {
      const { from, to, content = 'engagements' } = query;
      const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      return sendCsv(
        reply,
        await exportFirmEconomics(context, range, { content, delivers: request.method === 'GET' }),
      );
    },
  );
}

function sendCsv(
  reply: FastifyReply,
  { filename, content }: { filename: string; content: Buffer },
): FastifyReply {
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': attachmentDisposition(filename),
  });
  return reply.code(200).send(content);
}
