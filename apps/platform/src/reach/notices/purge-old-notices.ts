import type { Database } from '@ecp/database/database';
import { purgeOldRows } from '../../kernel/sql.ts';

const keptDays = 90;

/** Deletes notices older than 90 days with their places in inboxes (NOT-3). Any process may call it at any time. */
export const purgeOldNotices = (database: Database, now: Date): Promise<void> =>
  purgeOldRows(database, 'platform.notices', now, keptDays);
