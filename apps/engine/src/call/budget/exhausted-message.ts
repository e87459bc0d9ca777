import { formatUsd } from '@ecp/contract/declaring/money';
import type { Database } from '@ecp/database/database';

/** Returns the message of a run that ended because its budget is exhausted (BUD-3). Amounts are in nano-USD. */
export function exhaustedMessage(budget: { spentNanoUsd: number; limitNanoUsd: number }): string {
  return `Budget exhausted: spent ${formatUsd(budget.spentNanoUsd)} of ${formatUsd(budget.limitNanoUsd)}`;
}

/** Returns the same message with the current amount: calls of other tasks may have settled since the refusal. */
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
  if (!budget) throw new Error('The budget no longer exists');
  return exhaustedMessage(budget);
}
