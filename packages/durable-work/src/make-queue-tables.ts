import { DBOS } from '@dbos-inc/dbos-sdk';
import { openQueueConnection, type QueueLog } from './queue-connection.ts';
import { makeOwnIndexes, type Service, schemaOf } from './records.ts';

/**
 * Makes the tables of a service's durable queue, as its first start does, and removes all other traces of a launch.
 * Tests prepare their template database with it.
 */
export async function makeQueueTables(url: string, service: Service, log: QueueLog): Promise<void> {
  const closing = new AbortController();
  const { pool, settings } = openQueueConnection({ service, url, maxConnections: 4, log, closing: closing.signal });
  DBOS.setConfig({ ...settings, name: service, useListenNotify: false });
  await DBOS.launch();
  await makeOwnIndexes(url, service);
  closing.abort();
  await DBOS.shutdown({ deregister: true });
  // The launch registered a version that no service has.
  await pool.query(`delete from ${schemaOf(service)}.application_versions`);
  await pool.end();
}
