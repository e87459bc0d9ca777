import type { Database } from '@ecp/database/database';

/** The total spending of an engagement, and its spending on plans and on judgements of texts alone, in nano-USD. */
export interface EngagementSpending {
  spentNanoUsd: number;
  planningNanoUsd: number;
  judgingNanoUsd: number;
}

/** Reads what an engagement has spent so far. All amounts are 0 if the engine has no budget for it yet. */
export async function readSpending(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<EngagementSpending> {
  const [[spending]] = await database.batchTenant<[EngagementSpending]>(tenantId, [
    {
      name: 'read_spending',
      text: `select
        coalesce((select spent_nano_usd from engine.budgets where tenant_id = $1 and engagement_id = $2), 0) as "spentNanoUsd",
        coalesce((select sum(cost_nano_usd)::bigint from engine.runs
          where tenant_id = $1 and engagement_id = $2 and kind = 'plan'), 0) as "planningNanoUsd",
        coalesce((select sum(cost_nano_usd)::bigint from engine.runs
          where tenant_id = $1 and engagement_id = $2 and kind = 'judge'), 0) as "judgingNanoUsd"`,
      values: [tenantId, engagementId],
    },
  ]);
  return spending ?? { spentNanoUsd: 0, planningNanoUsd: 0, judgingNanoUsd: 0 };
}
