import type { EventName } from '@ecp/contract/reach/webhook-events';
import { createId } from '@ecp/database/create-id';
import { openDatabase } from '@ecp/database/database';
import { enqueueDurable } from '../../../apps/platform/src/kernel/durable-work/start-durable-work.ts';
import { enqueueDeliveries } from '../../../apps/platform/src/reach/webhooks/delivering.ts';
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
const database = openDatabase({ url: databaseUrl, maxConnections: tenants.length });
const durable = { enqueue: enqueueDurable };
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
await database.close();
console.log(JSON.stringify(recorded));
