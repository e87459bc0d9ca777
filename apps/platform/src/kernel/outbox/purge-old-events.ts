import type { Database } from '@ecp/database/database';
import { purgeOldRows } from '../database/purge-old-rows.ts';

/** Deletes events older than 30 days. Pending deliveries have their own rows. Any process may call it. */
export const purgeOldWebhookEvents = (database: Database, now: Date): Promise<void> =>
  purgeOldRows(database, 'platform.outbox_events', now);
