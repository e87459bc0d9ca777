import { ApiError } from '@ecp/contract/declaring/errors';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import plugin from 'fastify-plugin';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Answers 405 with `Allow` on a known path with another method (ERR-6). Register it before the routes. */
export const methodNotAllowed = plugin(async (app: FastifyInstance) => {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    const found = known.get(url) ?? new Set();
    for (const name of [method].flat()) found.add(name);
    known.set(url, found);
  });
  app.decorate('refuseOtherMethods', () => {
    for (const [url, allowed] of [...known]) {
      const refused = methods.filter((method) => !allowed.has(method));
      const allow = [...allowed].sort().join(', ');
      app.route({
        method: refused,
        url,
        // This runs before any body is read, because the body does not matter.
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new ApiError('method_not_allowed');
        },
        handler: async () => undefined,
      });
    }
  });
});

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds the 405 routes. Call it once, after all routes are registered. */
    refuseOtherMethods(): void;
  }
}
