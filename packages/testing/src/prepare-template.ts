import { DBOS } from '@dbos-inc/dbos-sdk';
import { migrate } from '@ecp/database/migrate';
import { openQueueConnection } from '@ecp/database/queue-connection';

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: console.error, error: console.error };

/** Gives a database what a service finds at its second start: the schemas of both services and of their durable queues. */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url);
  for (const service of ['engine', 'platform'] as const) await makeQueueTables(url, service);
}

/** DBOS makes its tables when it is launched. */
async function makeQueueTables(url: string, service: 'engine' | 'platform'): Promise<void> {
  const closing = new AbortController();
  const { pool, settings } = openQueueConnection({ service, url, maxConnections: 4, log, closing: closing.signal });
  DBOS.setConfig({ ...settings, name: service, useListenNotify: false });
  await DBOS.launch();
  closing.abort();
  await DBOS.shutdown({ deregister: true });
  // The launch registered a release that no service has.
  await pool.query(`delete from dbos_${service}.application_versions`);
  await pool.end();
}
