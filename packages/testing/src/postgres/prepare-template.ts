import { prepareDatabase } from '@ecp/database/prepare-database';
import { makeQueueTables } from '@ecp/durable-work/make-queue-tables';

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: console.error, error: console.error };

/** Makes the schemas that a service finds at its second start: those of both services and of their durable queues. */
export async function prepareTemplate(url: string, ownerUrl: string): Promise<void> {
  await prepareDatabase(url, ownerUrl);
  for (const service of ['engine', 'platform'] as const) await makeQueueTables(url, service, log);
}
