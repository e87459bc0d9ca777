import { exportAiUse as exportAiUseEndpoint } from '@ecp/contract/reach/ai-use';
import type { FastifyInstance } from 'fastify';
import { attachmentDisposition, sendEncoded, sendPdf } from '../../kernel/http/answers.ts';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { exportAiUse } from './ai-use.ts';

/** Registers the statement of AI use (docs/requirements/ai-use.md). */
export function registerAiUseRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(
    app,
    services,
    exportAiUseEndpoint,
    async (context, { params, query, request, reply }) => {
      const options = {
        format: query.format ?? 'pdf',
        delivers: request.method === 'GET',
        signal: request.signal,
      };
      const file = await exportAiUse(context, params.id, options);
      if ('pdf' in file) return sendPdf(reply, file);
      reply.header('content-disposition', attachmentDisposition(file.filename));
      return sendEncoded(reply, `${JSON.stringify(file.statement, null, 2)}\n`);
    },
  );
}
