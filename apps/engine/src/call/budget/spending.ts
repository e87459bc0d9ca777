import { formatUsd } from '@ecp/contract/declaring/money';
import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

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

/** Returns the message of a run that ended because its budget is exhausted. Amounts are in nano-USD. */
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

type CallRow = Omit<EngineCalls['calls'][number], 'createdAt'> & { id: string; createdAt: Date };

/** Lists a page of the calls of an engagement's runs in the order of their ids, for its dossier. */
export async function listCalls(
  database: Database,
  tenantId: string,
  { engagementId, after, limit }: { engagementId: string; after: string; limit: number },
): Promise<EngineCalls> {
  const statement: Statement<CallRow> = {
    name: 'list_calls',
    text: `select id, run_id as "runId", task_id as "taskId", purpose, agent_slug as agent, model, status,
        created_at as "createdAt", input_tokens as "inputTokens", output_tokens as "outputTokens",
        cost_nano_usd as "costNanoUsd", prompt_sha256 as "promptSha256",
        coalesce(answer_sha256, encode(sha256(convert_to(answer::text, 'UTF8')), 'hex')) as "answerSha256"
      from engine.model_calls
      where tenant_id = $1 and engagement_id = $2 and id > $3 and status <> 'reserved' order by id limit $4`,
    values: [tenantId, engagementId, after, limit],
  };
  const [rows] = await database.batchTenant<[CallRow]>(tenantId, [statement]);
  const calls = rows.map(({ id: _, ...call }) => ({ ...call, createdAt: call.createdAt.toISOString() }));
  return { calls, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
