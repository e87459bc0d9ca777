import { ApiError } from '@ecp/contract/declaring/errors';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countRuns } from '../../engine/kernel/runs.ts';
import { networkOf } from '../../kernel/limits/rate-limiter.ts';
import type { Services } from '../../kernel/services.ts';

/** The shortest time between two collections, however often metrics are requested. */
const freshMs = 2_000;
/** Scrapes of a network address in a window; Prometheus makes one to six a minute. */
const maxScrapes = 60;
const windowMs = 60_000;

/**
 * Serves `GET /metrics` for Prometheus. It is open, so no label names a tenant, user or address; it
 * is limited, and scrapes within two seconds get one text.
 */
export const metrics = plugin(
  async (app: FastifyInstance, { services }: { services: Services }) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by method and route template',
      labelNames: ['method', 'route'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
    // Counts apart from the times, because each status would multiply the buckets, which take most
    // of a scrape's time.
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Answers, by method, route template and status',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    });
    const refresh = addGauges(registry, services);
    const collect = reuseFor(freshMs, async () => {
      await refresh();
      return registry.metrics();
    });

    app.addHook('onResponse', async (request, reply) => {
      // Unknown paths share one label, because callers could invent any number of them.
      const route = request.routeOptions.url ?? 'none';
      durations.observe({ method: request.method, route }, reply.elapsedTime / 1_000);
      requests.inc({ method: request.method, route, status: reply.statusCode });
    });
    app.get('/metrics', async (request, reply) => {
      const key = `metrics:${networkOf(request.ip)}`;
      const { allowed, resetSeconds } = await services.rateLimiter.hit(key, maxScrapes, windowMs);
      if (!allowed) {
        const headers = { 'retry-after': String(resetSeconds) };
        throw new ApiError('rate_limited', { values: { seconds: resetSeconds }, headers });
      }
      return reply.type(registry.contentType).send(await collect());
    });
  },
);

/** Returns a function that answers with the last result of `work` for `forMs` after it began. */
function reuseFor<Result>(forMs: number, work: () => Promise<Result>): () => Promise<Result> {
  let begunMs = Number.NEGATIVE_INFINITY;
  let last: Promise<Result> | undefined;
  return () => {
    if (last && performance.now() - begunMs < forMs) return last;
    begunMs = performance.now();
    last = work();
    return last;
  };
}

/** Adds gauges that are read on request; returns the function that reads them. */
function addGauges(registry: Registry, { database, durable, log }: Services): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const connections = gauge(
    'platform_database_connections',
    'Connections of the pool, and callers that wait',
    ['state'],
  );
  const databaseUp = gauge(
    'platform_database_up',
    'Whether the database answered when it was last asked',
  );
  const work = gauge('platform_durable_work', 'Durable work that is not done, of all processes', [
    'work',
    'state',
  ]);
  const activeRuns = gauge(
    'platform_active_runs',
    'Runs that are running or paused, of all tenants',
  );
  const workingRuns = gauge(
    'platform_working_runs',
    'Active runs without those that only wait for people',
  );
  return async () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    connections.set({ state: 'open' }, totalCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'waiting' }, waitingCount);
    try {
      const counts = await durable.count();
      work.reset();
      for (const { kind, state, count } of counts) work.set({ work: kind, state }, count);
      const { active, working: atWork } = await countRuns(database);
      activeRuns.set(active);
      workingRuns.set(atWork);
      databaseUp.set(1);
    } catch (error) {
      log.warn({ err: error }, 'Metrics of the database could not be read');
      databaseUp.set(0);
    }
  };
}
