import { ApiError } from '@ecp/contract/declaring/errors';
import { openReadinessCheck } from '@ecp/database/readiness';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import type { Services } from '../services.ts';
import { errorBody } from './errors.ts';

/** Seconds after which the state may have changed. */
const retryAfterSeconds = '1';

/**
 * Serves `GET /ready` for load balancers, without credentials (HEA-6): 200 while this process can serve, otherwise 503
 * with what is missing.
 */
export const readiness = plugin(async (app: FastifyInstance, { services }: { services: Services }) => {
  const check = openReadinessCheck(services.database.pool, services.leaseHeld);
  app.addHook('preClose', async () => check.close());
  app.get('/ready', async (request, reply) => {
    const state = await check.read();
    if (state.ready) return reply.send(state);
    const error = errorBody(new ApiError('service_unavailable'), request.id);
    return reply
      .code(503)
      .header('retry-after', retryAfterSeconds)
      .send({ ...error, ...state });
  });
});
