import type { Transaction } from '@ecp/database/database';

/**
 * Tells whether agents of a run may have got an address from somebody else than a model: from results of the run's
 * searches, or from an archived page of the engagement or its links. A model that was talked into carrying data out
 * would have to make an address of its own (RES-7).
 */
export async function isShownToRun(
  tx: Transaction,
  tenantId: string,
  { engagementId, runId, address }: { engagementId: string; runId: string; address: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ shown: boolean }>({
    name: 'is_address_shown',
    text: `select exists (
        select from platform.searches where tenant_id = $1 and run_id = $3 and $4 = any(addresses)
      ) or exists (
        select from platform.pages where tenant_id = $1 and engagement_id = $2 and (url = $4 or $4 = any(links))
      ) as shown`,
    values: [tenantId, engagementId, runId, address],
  });
  return rows[0]?.shown ?? false;
}
