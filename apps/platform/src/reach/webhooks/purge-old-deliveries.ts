import type { Database } from '@ecp/database/database';
import { purgeOldRows } from '../../kernel/sql.ts';

/** Deletes deliveries older than `keptDays` with their attempts (RET-3). Any process may call it at any time. */
export const purgeOldDeliveries = (database: Database, now: Date, keptDays: number): Promise<void> =>
  purgeOldRows(database, 'platform.webhook_deliveries', now, keptDays);
