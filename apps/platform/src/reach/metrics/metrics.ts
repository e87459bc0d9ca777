import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '../../kernel/services.ts';

/** The shortest time between two reads of the database, however often metrics are requested. */
const freshMs = 5_000;

/**
 * Serves `GET /metrics` for Prometheus (SVC-4): the process, requests by route and status, durable work, database
 * connections. It is open and has no rate limit, so no label names a tenant, a user or an address.
 */
export const metrics = plugin(async (app: FastifyInstance, { services }: { services: Services }) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route template and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const refresh = addGauges(registry, services);

  app.addHook('onResponse', async (request, reply) => {
    // Unknown paths share one label, because callers could invent any number of them.
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', async (_request, reply) => {
    await refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
});

/** Adds gauges that are read on request; returns the function that reads them. */
function addGauges(registry: Registry, { database, durable, log }: Services): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const connections = gauge('platform_database_connections', 'Connections of the pool, and callers that wait', [
    'state',
  ]);
  const databaseUp = gauge('platform_database_up', 'Whether the database answered when it was last asked');
  const work = gauge('platform_durable_work', 'Durable work that is not done, of all processes', ['work', 'state']);
  const activeRuns = gauge('platform_active_runs', 'Runs that are running or paused, of all tenants');
  let readAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    connections.set({ state: 'open' }, totalCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'waiting' }, waitingCount);
    if (performance.now() - readAtMs < freshMs) return;
    readAtMs = performance.now();
    try {
      const counts = await durable.count();
      work.reset();
      for (const { workflow, state, count } of counts) work.set({ work: workflow, state }, count);
      // Each active run has one follower.
      const followed = counts.filter(({ workflow }) => workflow === 'followRun');
      activeRuns.set(followed.reduce((sum, { count }) => sum + count, 0));
      databaseUp.set(1);
    } catch (error) {
      log.warn({ err: error }, 'Metrics of the database could not be read');
      databaseUp.set(0);
    }
  };
}
