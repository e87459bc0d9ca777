import { findUnprovenRows, removeUnprovenMember } from '../identity/auth/unproven-rows.ts';
import type { Services } from '../kernel/services.ts';
import { requestDeletion } from './request-deletion.ts';

const batchSize = 100;

/**
 * Removes rows whose mailbox was never proven and that nobody has used for 7 days: a member from the team, an owner
 * with the tenant (AUT-20). At most 100 at a time; any process may call it at any time.
 */
export async function removeUnprovenRows(services: Services): Promise<void> {
  const { database } = services;
  for (const row of await findUnprovenRows(database, batchSize)) {
    const { tenantId } = row;
    if (row.role !== 'owner') await database.withTenant(tenantId, (tx) => removeUnprovenMember(tx, row));
    else {
      const actor = { tenantId, userId: null, ipAddress: null };
      await database.withTenant(tenantId, (tx) => requestDeletion(tx, services, actor));
    }
  }
}
