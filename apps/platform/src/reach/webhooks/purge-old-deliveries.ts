import type { Database } from '@ecp/database/database';
import { purgeOldRows } from '../../kernel/database/purge-old-rows.ts';

/** Deletes deliveries older than 30 days with their attempts. Any process may call it at any time. */
export const purgeOldDeliveries = (database: Database, now: Date): Promise<void> =>
  purgeOldRows(database, 'platform.webhook_deliveries', now);
