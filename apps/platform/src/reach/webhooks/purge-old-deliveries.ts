import type { Database } from '@ecp/database/database';
import { deleteOldRows } from '../../kernel/database/purge-old-rows.ts';

/** Deletes deliveries, with their attempts, that are older than 30 days. Any process may call it any time. */
export const deleteOldDeliveries = (database: Database, now: Date): Promise<void> =>
  deleteOldRows(database, 'platform.webhook_deliveries', now);
