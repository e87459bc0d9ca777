import { createChartDrawer } from '@ecp/charts/chart-drawer';
import { createProgramRunner } from '@ecp/code-tool/run-program';
import { openDatabase } from '@ecp/database/database';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import { hasReserve } from '@ecp/database/pool';
import { createDeckWriter } from '@ecp/documents/deck/deck-writer';
import { createDocumentRenderer } from '@ecp/documents/document-renderer';
import { createWordFiles } from '@ecp/documents/word/word-files';
import { createWorkbookFiles } from '@ecp/documents/workbook/workbook-files';
import { purgeProcessFolders } from '@ecp/sandbox/process-folders';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { createTables } from '@ecp/tables/tables';
import { openTracing } from '@ecp/tracing/open-tracing';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import { createDurableHandlers, startBackgroundWork } from './background.ts';
import { secretsOf } from './config.ts';
import { loadCatalog } from './engine/models/catalog.ts';
import { listOwnModels } from './engine/models/served-models.ts';
import { openEngineCalls } from './engine/open-engine-calls.ts';
import { findKeyPrincipal, type KeyUse } from './identity/api-keys/key-principal.ts';
import { openBilling } from './identity/billing/open-billing.ts';
import { createRecordQuota } from './identity/billing/plan-limits.ts';
import { passwordCost } from './identity/credentials/passwords.ts';
import { findSessionPrincipal } from './identity/sessions/session-principal.ts';
import { readSessionCookie } from './identity/sessions/sessions.ts';
import { createEncodedBodies, createMemoryCache, createRedisCache } from './kernel/cache.ts';
import { startDurableWork } from './kernel/durable-work/start-durable-work.ts';
import { createKeyRing } from './kernel/keys/key-ring.ts';
import { agreeOnKey, openMasterKey, readSecrets, type Secrets } from './kernel/keys/open-keys.ts';
import { openTenantKeys } from './kernel/keys/tenant-keys.ts';
import { createMemoryRateLimiter, createRedisRateLimiter } from './kernel/limits/rate-limiter.ts';
import { createMemoryStreamSlots, createRedisStreamSlots } from './kernel/limits/stream-slots.ts';
import { openMailTransport } from './kernel/mail/mail-transport.ts';
import { openOutboundClient } from './kernel/outbound/outbound-request.ts';
import { openTextRecords } from './kernel/outbound/text-records.ts';
import type { RunEffects } from './kernel/ports.ts';
import type { KeyPrincipal } from './kernel/principals.ts';
import type { RedisConnection } from './kernel/redis-connection.ts';
import type { AccessPorts, Services } from './kernel/services.ts';
import type { PlatformConfig } from './kernel/settings.ts';
import { shareReads } from './kernel/share-reads.ts';
import { encryptStorage } from './kernel/storage/encrypted-storage.ts';
import { openStorage } from './kernel/storage/folder-storage.ts';
import { createTextWork } from './kernel/text-work.ts';
import { requireEngagement } from './material/engagements/engagement-rows.ts';
import { openResearch } from './material/research/search-providers.ts';
import { findPortalVisitor } from './reach/portal/portal-tokens.ts';
import { textProgram } from './reach/process/sandbox-programs.ts';
import { createDeliverySemaphore } from './reach/webhooks/delivering.ts';
import { findAnswerVisitor } from './work/conversations/questions/answer-links.ts';
import { createRunEffects } from './work/runs/run-effects.ts';
import { streamLimits } from './work/runs/streaming/run-feed.ts';

/** Size of the cached texts in a process without Redis, and of the encoded bodies in any. */
const cacheBytes = 32 * 1024 * 1024;

/** Connections of a process that only sign-in, sessions and health may use. */
const reservedConnections = 2;

interface OpenServicesOptions {
  config: PlatformConfig;
  databaseUrl: string;
  /** Address of the database for its owner, if there is one. */
  ownerUrl?: string | undefined;
  lease: ExecutorLease;
  /** False for a worker: it orders durable work, which the processes of the web role do. */
  executesWork?: boolean;
  log: FastifyBaseLogger;
  clock?: Services['clock'];
}

/**
 * Opens all services; `close` shuts them down in order. If one fails, those before it are closed.
 */
export async function openServices(
  options: OpenServicesOptions,
): Promise<{ services: Services; close(): Promise<void> }> {
  // Closes the parts in the reverse order of their opening.
  const parts = new AsyncDisposableStack();
  try {
    return { services: await openParts(options, parts), close: () => parts.disposeAsync() };
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

async function openParts(
  options: OpenServicesOptions,
  parts: AsyncDisposableStack,
): Promise<Services> {
  const { log } = options;
  await purgeProcessFolders(new Date()).catch((error: unknown) => {
    log.warn({ err: error }, 'Temporary folders of dead processes could not be deleted');
  });
  const secrets = await readSecrets(options.config);
  const generated = [...secrets, options.databaseUrl, options.ownerUrl];
  const redact = createRedactor([...secretsOf(options.config), ...generated]);
  const stored = await openStoredParts(options, secrets, parts);
  // Work of a dead process is resumed during the launch, before the services exist, and waits for
  // them.
  const { promise: opened, resolve } = Promise.withResolvers<Services>();
  const effects = createRunEffects(opened);
  const reached = await openReachedParts(options, { ...stored, redact, effects }, parts);
  const sandbox = openSandbox();
  const programs = createProgramRunner({ sandbox });
  const durable = startDurableWork({
    databaseUrl: options.databaseUrl,
    pooled: isPooled(options),
    database: stored.database,
    lease: options.lease,
    executes: options.executesWork ?? true,
    log,
    handlers: createDurableHandlers(opened, reached.mail),
  });
  parts.defer(() => durable.close());
  // The sandbox closes first, so that durable work that waits for it fails and is repeated later.
  parts.defer(() => sandbox.close());
  parts.defer(() => programs.close());
  const services: Services = {
    ...stored,
    ...reached,
    sandbox,
    programs,
    ...createSandboxed(sandbox, log),
    passwordCost,
    recordQuota: createRecordQuota(stored.database),
    streamLimits,
    encodedBodies: createEncodedBodies(cacheBytes),
    durable,
    executorId: options.lease.executorId,
    leaseHeld: options.lease.leaseHeld,
    deliverySemaphore: createDeliverySemaphore(),
    access: openAccessPorts(),
    redact,
    clock: options.clock ?? { now: () => new Date() },
    log,
  };
  resolve(services);
  if (options.executesWork === false) return services;
  const background = startBackgroundWork(services);
  parts.defer(async () => {
    const stopped = background.stop();
    services.streamSlots.close();
    services.encodedBodies.close();
    await stopped;
  });
  return services;
}

/** True if the services' database address is that of a pooler. */
const isPooled = ({ config }: OpenServicesOptions): boolean =>
  config.databaseDirectUrl !== undefined;

/** Opens what holds data, and the keys to it. */
async function openStoredParts(
  options: OpenServicesOptions,
  secrets: Secrets,
  parts: AsyncDisposableStack,
) {
  const { config, databaseUrl, log } = options;
  const tracing = await openTracing({
    // The engine of a worker opens that of the process.
    endpoint: options.executesWork === false ? undefined : config.tracesEndpoint,
    service: 'platform',
    warn: (message) => log.warn({ message }, 'Traces could not be sent'),
  });
  parts.defer(() => tracing?.close());
  const keys = createKeyRing(secrets);
  const agreement = await agreeOnKey({
    databaseUrl: config.databaseDirectUrl ?? databaseUrl,
    keys,
    log,
  });
  parts.defer(() => agreement.close());
  const database = openDatabase({
    url: databaseUrl,
    pooled: isPooled(options),
    reserved: reservedConnections,
    onPoolError: (error) => log.warn({ err: error }, 'An idle database connection was lost'),
  });
  parts.defer(() => database.close());
  const masterKey = await openMasterKey(config, keys);
  parts.defer(() => masterKey.close());
  const tenantKeys = openTenantKeys(database, masterKey);
  const storage = encryptStorage(await openStorage(config), tenantKeys);
  parts.defer(() => storage.close());
  return { config, keys, database, masterKey, tenantKeys, storage };
}

/** Opens what reaches other services, and what counts in Redis or, without it, in this process. */
async function openReachedParts(
  { config, databaseUrl, lease, log }: OpenServicesOptions,
  {
    redact,
    database,
    keys,
    effects,
  }: Pick<Services, 'redact' | 'database' | 'keys'> & {
    effects: RunEffects;
  },
  parts: AsyncDisposableStack,
) {
  const mail = openMailTransport(config);
  parts.defer(() => mail.close());
  const redis = await openRedis(config.redisUrl, log);
  parts.defer(() => redis?.close());
  const catalog = loadCatalog(config.modelCatalogPath);
  const engineClient = await openEngineCalls({
    database,
    databaseUrl: config.databaseDirectUrl ?? databaseUrl,
    processId: lease.executorId,
    keys,
    redact,
    effects,
    log: log as Logger,
    ownModels: (tenantId) => listOwnModels(database, config, catalog, tenantId),
  });
  parts.defer(() => engineClient.close());
  const research = openResearch(config);
  parts.defer(() => research.close());
  const outbound = openOutboundClient({
    hasWayOut: config.hasWayOut,
    allowedHosts: config.outboundAllowedHosts,
  });
  parts.defer(() => outbound.close());
  const limiter = createMemoryRateLimiter();
  return {
    mail,
    engine: engineClient,
    research,
    outbound,
    readTextRecords: openTextRecords(config.dnsServers),
    billing: await openBilling(config),
    redis,
    rateLimiter: redis ? createRedisRateLimiter(redis, limiter) : limiter,
    streamSlots: redis ? createRedisStreamSlots(redis) : createMemoryStreamSlots(),
    cache: redis ? createRedisCache(redis) : createMemoryCache(cacheBytes),
  };
}

const createSandboxed = (sandbox: Sandbox, log: FastifyBaseLogger) => ({
  documents: createDocumentRenderer({
    sandbox,
    log: (note) => log.info({ note }, 'Something was left out of a PDF'),
  }),
  wordFiles: createWordFiles({ sandbox }),
  workbooks: createWorkbookFiles({ sandbox }),
  decks: createDeckWriter({ sandbox }),
  texts: createTextWork({ sandbox, program: textProgram, log }),
  tables: createTables({ sandbox }),
  charts: createChartDrawer(sandbox),
});

/** Opens the connection to Redis; returns null without REDIS_URL and does not load the client. */
async function openRedis(
  url: string | undefined,
  log: FastifyBaseLogger,
): Promise<RedisConnection | null> {
  if (url === undefined) return null;
  const { openRedisConnection } = await import('./kernel/redis-connection.ts');
  return openRedisConnection({ url, log });
}

/** Opens the functions of other folders that every request's checks call. */
function openAccessPorts(): AccessPorts {
  const searches = shareReads<KeyPrincipal | null>();
  // A search that may use the reserve does not wait for others.
  const findKey =
    (use: KeyUse): AccessPorts['findKeyPrincipal'] =>
    (services, key) =>
      searches(`${use} ${key} ${hasReserve()}`, () => findKeyPrincipal(services, key, use));
  return {
    async findSessionPrincipal(services, request) {
      const token = readSessionCookie(request, services.config);
      return token === undefined ? null : findSessionPrincipal(services, token);
    },
    findKeyPrincipal: findKey('api'),
    findAssistantPrincipal: findKey('assistant'),
    findPortalVisitor,
    findAnswerVisitor,
    requireEngagement,
  };
}
