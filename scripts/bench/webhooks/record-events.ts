import type { EventName } from '@ecp/contract/reach/webhook-events';
import { createId } from '@ecp/database/create-id';
import { openDatabase } from '@ecp/database/database';
import { takeLease } from '@ecp/database/executor-lease';
import { openDurableQueue } from '@ecp/durable-work/durable-queue';
import pino from 'pino';
import { applicationVersion, enqueueInto } from '../../../apps/platform/src/kernel/durable-work/start-durable-work.ts';
import { enqueueDeliveries } from '../../../apps/platform/src/kernel/outbox.ts';
import { readTreeCpuMs } from '../cpu-time.ts';

/** Events that each tenant has at the same moment. This program takes it as an argument in JSON. */
export interface EventsJob {
  databaseUrl: string;
  tenants: string[];
  event: EventName;
  /** Number of the events of each tenant. */
  count: number;
  postgresPid: number;
}

/** The result, which this program prints as JSON. */
export interface EventsRecorded {
  /** Processor time of Postgres when all events were committed, in milliseconds; null without /proc. */
  postgresCpuMs: number | null;
}

/** Writes events with their deliveries as the platform does, in one transaction a tenant, and commits all together. */
const { databaseUrl, tenants, event, count, postgresPid } = JSON.parse(process.argv[2] ?? '') as EventsJob;
const log = pino({ level: 'warn' });
const lease = await takeLease(databaseUrl, 'platform', log);
const closing = new AbortController();
const queue = await openDurableQueue({
  service: 'platform',
  url: databaseUrl,
  lease,
  version: applicationVersion,
  // It does no work.
  queues: {},
  laneQueues: {},
  takeOverInto: 'own queue',
  maxConnections: 2,
  log,
  closing: closing.signal,
});
const database = openDatabase({ url: databaseUrl, maxConnections: tenants.length });
const durable = { enqueue: enqueueInto(queue) };
const clock = { now: () => new Date() };
let unwritten = tenants.length;
const written = Promise.withResolvers<void>();
await Promise.all(
  tenants.map((tenantId) =>
    database.withTenant(tenantId, async (tx) => {
      for (let made = 0; made < count; made += 1) {
        const data = { engagementId: createId(), status: 'completed', runId: createId() };
        await enqueueDeliveries(tx, { durable, clock }, { tenantId, event, data });
      }
      unwritten -= 1;
      if (unwritten === 0) written.resolve();
      await written.promise;
    }),
  ),
);
const recorded: EventsRecorded = { postgresCpuMs: await readTreeCpuMs(postgresPid) };
closing.abort();
await database.close();
await queue.close();
await lease.release();
console.log(JSON.stringify(recorded));
