import type { Database } from '@ecp/database/database';
import { purgeOldRows } from '../database/purge-old-rows.ts';

/** Deletes events older than `keptDays` (RET-3). Pending deliveries have their own rows. Any process may call it. */
export const purgeOldWebhookEvents = (database: Database, now: Date, keptDays: number): Promise<void> =>
  purgeOldRows(database, 'platform.outbox_events', now, keptDays);
