import { migrate } from '@ecp/database/migrate';
import { makeQueueTables } from '@ecp/durable-work/make-queue-tables';

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: console.error, error: console.error };

/** Makes the schemas that a service finds at its second start: those of both services and of their durable queues. */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url);
  for (const service of ['engine', 'platform'] as const) await makeQueueTables(url, service, log);
}
