import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const scope = new AsyncLocalStorage<string>();

/** Returns the id of the request that is being handled, at any call depth; undefined outside of a request. */
export function currentRequestId(): string | undefined {
  return scope.getStore();
}

/** Makes the request id available to all code that the request runs. Register it first. */
export const requestScope = plugin(async (app: FastifyInstance) => {
  // This needs the callback form: a context entered in an async hook would end with the hook.
  app.addHook('onRequest', (request, _reply, done) => scope.run(request.id, done));
});
