import type { AdminHealth } from '@ecp/contract/reach/service';
import type { RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { countEngagements } from '../../material/engagements/engagement-rows.ts';
import { countRuns } from '../../material/run-records/run-rows.ts';

type Part = AdminHealth['database'];

/** A part whose trivial probe takes longer is degraded. */
const slowMs = 1_000;

/**
 * Returns the health of the parts and the tenant's counts: down without database, degraded without
 * engine or cache.
 */
export async function getAdminHealth({ services, tenantId }: RequestContext): Promise<AdminHealth> {
  const [database, cache, engine, [[runs], [engagements]]] = await Promise.all([
    measure(async () => {
      await services.database.batchTenant(tenantId, [{ text: 'select' }]);
    }),
    measureCache(services),
    measure(() => services.engine.checkHealth()),
    services.database.batchTenant(tenantId, [
      countRuns(tenantId, services.clock.now()),
      countEngagements(tenantId),
    ]),
  ]);
  if (!runs || !engagements) throw new Error('A count returned no row');
  return {
    overall: summarize(database, [cache, engine]),
    database,
    cache,
    engine,
    activeRuns: runs.active,
    totalEngagements: engagements.total,
    errorsLast24h: runs.failed,
    openLimits: services.config.openLimits,
  };
}

function summarize(database: Part, others: Part[]): AdminHealth['overall'] {
  if (database.status === 'down') return 'Down';
  const isWell = ({ status }: Part) => status === 'healthy' || status === 'not_configured';
  return [database, ...others].every(isWell) ? 'Healthy' : 'Degraded';
}

async function measureCache({ redis }: Services): Promise<Part> {
  if (!redis) return { status: 'not_configured', latencyMs: null };
  return await measure(() =>
    redis.ask(
      async (client) => {
        await client.ping();
      },
      () => {
        throw new Error('Redis does not respond');
      },
    ),
  );
}

/** Measures one part. A part whose probe fails is down; its own log lines say why. */
async function measure(probe: () => Promise<void>): Promise<Part> {
  const startedMs = performance.now();
  const answered = await probe().then(
    () => true,
    () => false,
  );
  if (!answered) return { status: 'down', latencyMs: null };
  const latencyMs = Math.round((performance.now() - startedMs) * 10) / 10;
  return { status: latencyMs > slowMs ? 'degraded' : 'healthy', latencyMs };
}
