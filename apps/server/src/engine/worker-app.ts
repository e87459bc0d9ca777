import { randomUUID } from 'node:crypto';
import type { Database } from '@ecp/database/database';
import { openReadinessCheck } from '@ecp/database/readiness';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countActiveRuns } from './kernel/runs.ts';

interface WorkerAppOptions {
  database: Database;
  leaseHeld(): boolean;
  log: FastifyBaseLogger;
  version: string;
}

/**
 * Builds what a worker serves to those who watch it: `GET /health` with status and version (the
 * specification's execution engine), `/live`, `/ready` and `/metrics`. No request needs
 * credentials, and none changes anything.
 */
export async function buildWorkerApp({
  database,
  leaseHeld,
  log,
  version,
}: WorkerAppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
  });
  app.get('/health', async () => ({
    status: 'ok',
    service: 'engine',
    version,
    activeRuns: await countActiveRuns(database),
    timestamp: new Date().toISOString(),
  }));
  app.get('/live', async () => ({ status: 'ok' }));
  const check = openReadinessCheck(database.pool, leaseHeld);
  app.addHook('preClose', async () => check.close());
  app.get('/ready', async (request, reply) => {
    const state = await check.read();
    if (state.ready) return state;
    const error = { error: 'Not ready', code: 'unavailable', requestId: request.id };
    return reply.code(503).send({ ...error, ...state });
  });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'active_runs',
    help: 'Runs of all workers that are not over',
    registers: [registry],
    async collect() {
      this.set(await countActiveRuns(database));
    },
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: 'Not found', code: 'not_found', requestId: request.id }),
  );
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'Request failed');
    return reply
      .code(503)
      .send({ error: 'The worker cannot answer now', code: 'unavailable', requestId: request.id });
  });
  return app;
}
