import type { Transaction } from '@ecp/database/database';

/**
 * Records on which questions' assumptions a version rests (contract 11). Ids of questions that the engagement does not
 * have are left out. Runs in the transaction that inserts the version.
 */
export async function recordAssumptions(
  tx: Transaction,
  tenantId: string,
  { engagementId, deliverableId, questionIds }: { engagementId: string; deliverableId: string; questionIds: string[] },
): Promise<void> {
  if (questionIds.length === 0) return;
  await tx.query({
    name: 'record_assumptions',
    text: `insert into platform.deliverable_assumptions (tenant_id, deliverable_id, engagement_id, question_id)
      select $1, $3, $2, id from platform.questions
      where tenant_id = $1 and engagement_id = $2 and id = any($4)
      on conflict do nothing`,
    values: [tenantId, engagementId, deliverableId, questionIds],
  });
}
