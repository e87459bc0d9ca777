import type { Database } from '@ecp/database/database';
import { lockResearch } from './lock-research.ts';
import { type ReadRow, selectFetchOf } from './read-rows.ts';

/**
 * Adds the address of a redirect to a read, so that others wait for it. Returns the other read of the run that has the
 * address; the read then gets nothing added.
 */
export function addAddress(
  database: Database,
  tenantId: string,
  { runId, id, address }: { runId: string; id: string; address: string },
): Promise<ReadRow | undefined> {
  return database.withTenant(tenantId, async (tx) => {
    await lockResearch(tx, tenantId, runId);
    const { rows } = await tx.query(selectFetchOf(tenantId, runId, address));
    const [first] = rows;
    if (first) return first.id === id ? undefined : first;
    await tx.query({
      name: 'add_read_address',
      text: `update platform.page_reads set addresses = addresses || $3::text where tenant_id = $1 and id = $2`,
      values: [tenantId, id, address],
    });
    return undefined;
  });
}
