import type { Transaction } from '@ecp/database/database';

/**
 * Records that a version of a person rests on what another version of its file rests on: the documents that it was built
 * on, and the assumptions that it states. So an outdated document stays stale when a person changes a word of it
 * (WRI-5). Runs in the transaction that inserts the version.
 */
export async function copyGrounds(
  tx: Transaction,
  tenantId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.query({
    name: 'copy_upstreams',
    text: `insert into platform.deliverable_upstreams (tenant_id, deliverable_id, upstream_id)
      select tenant_id, $3, upstream_id from platform.deliverable_upstreams where tenant_id = $1 and deliverable_id = $2`,
    values: [tenantId, from, to],
  });
  await tx.query({
    name: 'copy_assumptions',
    text: `insert into platform.deliverable_assumptions (tenant_id, deliverable_id, engagement_id, question_id)
      select tenant_id, $3, engagement_id, question_id from platform.deliverable_assumptions
      where tenant_id = $1 and deliverable_id = $2`,
    values: [tenantId, from, to],
  });
}
