import type { Database } from '@ecp/database/database';
import { purgeOldRows } from '../../kernel/database/purge-old-rows.ts';

/** Deletes deliveries, with their attempts, that are older than 30 days. Any process may call it any time. */
export const purgeOldDeliveries = (database: Database, now: Date): Promise<void> =>
  purgeOldRows(database, 'platform.webhook_deliveries', now);
