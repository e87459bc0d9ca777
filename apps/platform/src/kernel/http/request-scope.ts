import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const scope = new AsyncLocalStorage<string>();

/** Id of the request in whose course this is called, however deep; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return scope.getStore();
}

/** Lets all that a request causes know its id. Register it first. */
export const requestScope = plugin(async (app: FastifyInstance) => {
  // With a callback: what an async hook enters would end with the hook.
  app.addHook('onRequest', (request, _reply, done) => scope.run(request.id, done));
});
