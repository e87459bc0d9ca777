import { allEndpoints, namedSchemas } from '@ecp/contract/all-endpoints';
import { buildOpenApi } from '@ecp/contract/declaring/openapi';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** Serves the API's description, OpenAPI 3.1, at `/api/openapi.json` (SVC-2). */
export const openApi = plugin(async (app: FastifyInstance) => {
  // Built at the first request, because most processes never serve it.
  let document: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi(allEndpoints, namedSchemas));
    return reply.type('application/json; charset=utf-8').send(document);
  });
});
