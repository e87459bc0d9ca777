import type { Database } from '@ecp/database/database';
import { lockResearch } from './lock-research.ts';
import { type ReadRow, selectFetchOf } from './read-rows.ts';

/**
 * Claims the address of a redirect for a read, so that others wait for it. If another read of the run has the address,
 * it is returned, and gets the addresses of this one: it is waited for, so it must never wait in return.
 */
export function claimAddress(
  database: Database,
  tenantId: string,
  { runId, id, address }: { runId: string; id: string; address: string },
): Promise<ReadRow | undefined> {
  return database.withTenant(tenantId, async (tx) => {
    await lockResearch(tx, tenantId, runId);
    const { rows } = await tx.query(selectFetchOf(tenantId, runId, address));
    const [first] = rows;
    if (first?.id === id) return undefined;
    if (first) {
      await tx.query({
        name: 'give_read_addresses',
        text: `with own as (
            select addresses from platform.page_reads where tenant_id = $1 and id = $2
          ), given as (
            update platform.page_reads set addresses = page_reads.addresses || own.addresses
            from own where tenant_id = $1 and id = $3
          )
          update platform.page_reads set addresses = '{}' where tenant_id = $1 and id = $2`,
        values: [tenantId, id, first.id],
      });
      return first;
    }
    await tx.query({
      name: 'add_read_address',
      text: `update platform.page_reads set addresses = addresses || $3::text where tenant_id = $1 and id = $2`,
      values: [tenantId, id, address],
    });
    return undefined;
  });
}
