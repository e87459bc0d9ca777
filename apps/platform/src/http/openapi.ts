import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** OpenAPI 3.1 from the routes' own schemas, at `/api/openapi.json` (contract, 5). Register it before the routes. */
export const openApi = plugin(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Engagement Consulting Platform API',
        version: '1.0.0',
        description: 'Multi-tenant platform for AI-assisted consulting projects.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'ecp_session' },
          apiKey: { type: 'http', scheme: 'bearer', description: 'svc_live_ and 32 hexadecimal characters' },
        },
      },
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } as object }, async () => app.swagger());
});
