import type { Database } from '@ecp/database/database';
import { deleteOldRows } from '../database/purge-old-rows.ts';

/** Deletes recorded events that are older than 30 days; what is due of them has its own rows. Any process may call it. */
export const deleteOldEvents = (database: Database, now: Date): Promise<void> =>
  deleteOldRows(database, 'platform.outbox_events', now);
