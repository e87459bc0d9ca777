import { createHash } from 'node:crypto';
import type { EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import type { Plan } from '@ecp/contract/work/plans';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { firstRow } from '../../kernel/sql.ts';

/** The material of a plan request: everything that a plan is made from. */
export type PlanInput = Omit<EnginePlanRequest, 'planId'>;

/**
 * Records a plan request, locked. An unanswered one for equal material keeps its id: it may be paid
 * already.
 */
export async function recordPlanRequest(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  material: PlanInput,
): Promise<string> {
  const { rows } = await tx.query<{ plan_id: string }>({
    name: 'open_plan',
    text: `insert into platform.plans as p (tenant_id, engagement_id, plan_id, state, request_hash)
      values ($1, $2, $3, 'asked', $4)
      on conflict (tenant_id, engagement_id) do update set
        plan_id = case when p.state = 'asked' and p.request_hash = $4 then p.plan_id else $3 end,
        state = 'asked', request_hash = $4, asked_at = now()
      returning plan_id`,
    values: [tenantId, engagementId, createId(), hashMaterial(material)],
  });
  const row = firstRow(rows);
  return row.plan_id;
}

/** Sources and versions never change, so their ids stand for their texts. */
function hashMaterial({ engagement, tasks, sources, previous, searchNanoUsd }: PlanInput): string {
  const named = {
    engagement,
    searchNanoUsd,
    tasks,
    sources: sources.map(({ id, title, text }) => [id, title, text.length]),
    previous: previous.map(({ taskId, version, reviewNotes }) => [taskId, version, reviewNotes]),
  };
  return createHash('sha256').update(JSON.stringify(named)).digest('hex');
}

/**
 * Stores the engine's plan and its cost; for a replaced request only the cost. False without the
 * engagement.
 */
export async function recordPlanResult(
  tx: Transaction,
  tenantId: string,
  order: { engagementId: string; planId: string },
  answer: { plan: Plan | null; spentNanoUsd: number },
): Promise<boolean> {
  const { engagementId, planId } = order;
  const plan = answer.plan && JSON.stringify(answer.plan);
  const { rowCount } = await tx.query({
    name: 'close_plan',
    text: `update platform.plans set spent_nano_usd = greatest(spent_nano_usd, $5),
        state = case when plan_id = $3 then 'answered' else state end,
        answer = case when plan_id = $3 then coalesce($4::json, answer) else answer end
      where tenant_id = $1 and engagement_id = $2`,
    values: [tenantId, engagementId, planId, plan, answer.spentNanoUsd],
  });
  return rowCount === 1;
}

export function selectPlan(
  tenantId: string,
  engagementId: string,
): Statement<{ answer: Plan | null }> {
  return {
    name: 'select_plan',
    text: 'select answer from platform.plans where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  };
}
