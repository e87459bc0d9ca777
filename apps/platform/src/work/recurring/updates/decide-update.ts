import type { Transaction } from '@ecp/database/database';
import { actorName, type RequestContext } from '../../../kernel/context.ts';

/** Records a person's decision about an open proposal. The caller holds the engagement's lock. */
export async function decideUpdate(
  tx: Transaction,
  { tenantId, services, principal }: RequestContext,
  updateId: string,
  decision: { status: 'accepted' | 'dismissed'; runId: string | null },
): Promise<{ decided_by_name: string; decided_at: Date }> {
  const decided = { decided_by_name: actorName(principal), decided_at: services.clock.now() };
  await tx.query({
    name: 'decide_update',
    text: `update platform.engagement_updates set status = $3, run_id = $4, decided_by_name = $5, decided_at = $6
      where tenant_id = $1 and id = $2`,
    values: [tenantId, updateId, decision.status, decision.runId, decided.decided_by_name, decided.decided_at],
  });
  return decided;
}
