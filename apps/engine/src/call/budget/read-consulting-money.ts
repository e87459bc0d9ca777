import type { Database } from '@ecp/database/database';

/** Amounts are in nano-USD. */
interface ConsultingMoney {
  leftNanoUsd: number;
  consultedNanoUsd: number;
}

/** Reads what remains of an engagement's budget and what a task's consultations have cost so far, in nano-USD. */
export async function readConsultingMoney(
  database: Database,
  { tenantId, runId, engagementId }: { tenantId: string; runId: string; engagementId: string },
  taskId: string,
): Promise<ConsultingMoney> {
  const [[money]] = await database.batchTenant<[ConsultingMoney]>(tenantId, [
    {
      name: 'read_consulting_money',
      text: `select b.limit_nano_usd - b.spent_nano_usd as "leftNanoUsd", coalesce((
          select sum(cost_nano_usd) from engine.model_calls
          where tenant_id = $1 and run_id = $3 and task_id = $4 and purpose = 'consult'
        ), 0)::bigint as "consultedNanoUsd"
        from engine.budgets b where b.tenant_id = $1 and b.engagement_id = $2`,
      values: [tenantId, engagementId, runId, taskId],
    },
  ]);
  return money ?? { leftNanoUsd: 0, consultedNanoUsd: 0 };
}
