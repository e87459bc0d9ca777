import { createChartDrawer } from '@ecp/charts/chart-drawer';
import { openDatabase } from '@ecp/database/database';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import { createDocumentRenderer } from '@ecp/documents/document-renderer';
import { createWordFiles } from '@ecp/documents/word/word-files';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { purgeProcessFolders } from '@ecp/sandbox/temporary/process-folders';
import { createTables } from '@ecp/tables/tables';
import { openTracing } from '@ecp/tracing/open-tracing';
import type { FastifyBaseLogger } from 'fastify';
import { openAccessPorts } from './access-ports.ts';
import { startBackgroundWork } from './background-work.ts';
import { createDurableHandlers } from './durable-handlers.ts';
import { findOlderPasswordCosts } from './identity/auth/passwords/find-older-password-costs.ts';
import { passwordCost } from './identity/auth/passwords/passwords.ts';
import { createRecordQuota } from './identity/billing/create-record-quota.ts';
import { openBilling } from './identity/billing/open-billing.ts';
import { createMemoryCache } from './kernel/cache/cache.ts';
import { createEncodedBodies } from './kernel/cache/encoded-bodies.ts';
import { createRedisCache } from './kernel/cache/redis-cache.ts';
import type { RedisConnection } from './kernel/cache/redis-connection.ts';
import { startDurableWork } from './kernel/durable-work/start-durable-work.ts';
import { agreeOnKey } from './kernel/keys/agree-on-key.ts';
import { createKeyRing } from './kernel/keys/key-ring.ts';
import { openMasterKey } from './kernel/keys/open-master-key.ts';
import { readSecrets } from './kernel/keys/secret-key.ts';
import { openTenantKeys } from './kernel/keys/tenant-keys.ts';
import { createMemoryRateLimiter } from './kernel/limits/rate-limiter.ts';
import { createRedisRateLimiter } from './kernel/limits/redis-rate-limiter.ts';
import { createRedisStreamSlots } from './kernel/limits/redis-stream-slots.ts';
import { createMemoryStreamSlots } from './kernel/limits/stream-slots.ts';
import { openMailTransport } from './kernel/mail/open-mail-transport.ts';
import { openOutboundClient } from './kernel/outbound/outbound-request.ts';
import type { Services } from './kernel/services.ts';
import type { PlatformConfig } from './kernel/settings/platform-config.ts';
import { encryptStorage } from './kernel/storage/encrypted-storage.ts';
import { openStorage } from './kernel/storage/open-storage.ts';
import { createDeliverySemaphore } from './reach/webhooks/delivering/delivery-semaphore.ts';
import { enqueueDeliveries } from './reach/webhooks/delivering/enqueue-deliveries.ts';
import { createDownloadLinks } from './work/attachments/download-links.ts';
import { createEngineClient } from './work/engine-client/engine-client-http.ts';
import { openResearch } from './work/research/open-research.ts';
import { streamLimits } from './work/runs/streaming/event-reader.ts';
import { buildFileTables } from './work/tables/building/build-file-tables.ts';
import { mayHoldTables } from './work/tables/building/table-files.ts';
import { createTextExtractor } from './work/text-extraction/text-extractor.ts';

/** Size of the cached texts in a process without Redis, and of the encoded bodies in any. */
const cacheBytes = 32 * 1024 * 1024;

/** Connections of a process that only sign-in, sessions and health may use (LIM-16). */
const reservedConnections = 2;

export interface OpenServicesOptions {
  config: PlatformConfig;
  /** Address of a migrated database. */
  databaseUrl: string;
  engine: { url: string; token: string };
  /** The ownership of the durable work that this process executes. */
  lease: ExecutorLease;
  log: FastifyBaseLogger;
  clock?: Services['clock'];
}

/** Opens every service that the platform needs. `close` shuts them down in order. */
export async function openServices(
  options: OpenServicesOptions,
): Promise<{ services: Services; sandbox: Sandbox; close(): Promise<void> }> {
  const { config, databaseUrl, log } = options;
  const keys = createKeyRing(await readSecrets(config));
  const agreement = await agreeOnKey({ databaseUrl: config.databaseDirectUrl ?? databaseUrl, keys, log });
  const downloadLinks = createDownloadLinks(keys);
  await purgeProcessFolders(new Date()).catch((error: unknown) => {
    log.warn({ err: error }, 'Temporary folders of dead processes could not be deleted');
  });
  const pooled = config.databaseDirectUrl !== undefined;
  const database = openDatabase({
    url: databaseUrl,
    pooled,
    reserved: reservedConnections,
    onPoolError: (error) => log.warn({ err: error }, 'An idle database connection was lost'),
  });
  const masterKey = await openMasterKey(config, keys);
  const tenantKeys = openTenantKeys(database, masterKey);
  const storage = encryptStorage(await openStorage(config), tenantKeys);
  const tracing = await openTracing({
    endpoint: config.tracesEndpoint,
    service: 'platform',
    warn: (message) => log.warn({ message }, 'Traces could not be sent'),
  });
  const engine = createEngineClient(options.engine);
  const mail = openMailTransport(config);
  const sandbox = openSandbox();
  const documents = createDocumentRenderer({
    sandbox,
    log: (note) => log.info({ note }, 'Something was left out of a PDF'),
  });
  // Work of a dead process is resumed during the launch, before the services exist, and waits for them.
  const { promise: opened, resolve } = Promise.withResolvers<Services>();
  const durable = await startDurableWork({
    databaseUrl,
    pooled,
    lease: options.lease,
    log,
    handlers: createDurableHandlers(opened, mail),
  });
  const redis = await openRedis(config.redisUrl, log);
  const limiter = createMemoryRateLimiter();
  const services: Services = {
    config,
    database,
    engine,
    passwordCost,
    recordQuota: createRecordQuota(database),
    olderPasswordCosts: await findOlderPasswordCosts(database, passwordCost),
    rateLimiter: redis ? createRedisRateLimiter(redis, limiter) : limiter,
    streamLimits,
    streamSlots: redis ? createRedisStreamSlots(redis) : createMemoryStreamSlots(),
    cache: redis ? createRedisCache(redis) : createMemoryCache(cacheBytes),
    encodedBodies: createEncodedBodies(cacheBytes),
    redis,
    durable,
    billing: await openBilling(config),
    mail,
    storage,
    tenantKeys,
    masterKey,
    outbound: openOutboundClient({ allowedHosts: config.outboundAllowedHosts }),
    research: openResearch(config, options.lease.executorId),
    executorId: options.lease.executorId,
    leaseHeld: options.lease.leaseHeld,
    deliverySemaphore: createDeliverySemaphore(),
    textExtractor: createTextExtractor({ sandbox }),
    tables: createTables({ sandbox }),
    charts: createChartDrawer(sandbox),
    fileTables: { mayHold: mayHoldTables, build: buildFileTables },
    downloadLinks,
    keys,
    documents,
    wordFiles: createWordFiles({ sandbox }),
    access: openAccessPorts(),
    deliverEvent: enqueueDeliveries,
    clock: options.clock ?? { now: () => new Date() },
    log,
  };
  resolve(services);
  const background = startBackgroundWork(services);
  return {
    services,
    sandbox,
    async close() {
      const stopped = background.stop();
      services.streamSlots.close();
      await stopped;
      // The sandbox closes first, so that durable work that waits for it fails and is repeated later.
      await sandbox.close();
      await durable.close();
      await services.outbound.close();
      await services.research.close();
      storage.close();
      masterKey.close();
      await engine.close();
      await redis?.close();
      mail.close();
      await database.close();
      await agreement.close();
      await tracing?.close();
    },
  };
}

/** Opens the connection to Redis; returns null without REDIS_URL and does not load the client. */
async function openRedis(url: string | undefined, log: FastifyBaseLogger): Promise<RedisConnection | null> {
  if (url === undefined) return null;
  const { openRedisConnection } = await import('./kernel/cache/redis-connection.ts');
  return openRedisConnection({ url, log });
}
