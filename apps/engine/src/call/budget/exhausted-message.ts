import { formatUsd } from '@ecp/contract/declaring/money';
import type { Database } from '@ecp/database/database';

/** What a run says that its budget ended (BUD-3). Money in nano-USD. */
export function exhaustedMessage(budget: { spentNanoUsd: number; limitNanoUsd: number }): string {
  return `Budget exhausted: spent ${formatUsd(budget.spentNanoUsd)} of ${formatUsd(budget.limitNanoUsd)}`;
}

/** The same with what is spent now: tasks beside the one that met the wall have finished their calls since. */
export async function readExhaustedMessage(
  database: Database,
  { tenantId, engagementId }: { tenantId: string; engagementId: string },
): Promise<string> {
  const [[budget]] = await database.batchTenant<[{ spentNanoUsd: number; limitNanoUsd: number }]>(tenantId, [
    {
      name: 'read_budget',
      text: `select spent_nano_usd as "spentNanoUsd", limit_nano_usd as "limitNanoUsd"
        from engine.budgets where tenant_id = $1 and engagement_id = $2`,
      values: [tenantId, engagementId],
    },
  ]);
  if (!budget) throw new Error('The budget is gone');
  return exhaustedMessage(budget);
}
