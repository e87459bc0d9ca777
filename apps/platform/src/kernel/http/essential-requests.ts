import { withReserve } from '@ecp/database/reserving-pool';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** Paths that answer although all connections to the database are taken: sign-in, sessions, the person, and health. */
const essentialPaths = /^\/(api\/(auth|me|admin\/health)|ready)(\/|$)/;

/** Lets essential requests use the reserve of database connections (LIM-16). */
export const essentialRequests = plugin(async (app: FastifyInstance) => {
  // This needs the callback form: a context entered in an async hook would end with the hook.
  app.addHook('onRequest', (request, _reply, done) => {
    if (essentialPaths.test(request.routeOptions.url ?? '')) withReserve(done);
    else done();
  });
});
