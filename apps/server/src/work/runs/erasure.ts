import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { lockEngagementIds } from '../../material/engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../../material/engine-client/engine-client.ts';
import { listPendingPlanRequests } from '../../material/run-records/plan-rows.ts';
import { listPendingJudgements } from '../documents/writing/judge-answers.ts';
import { listOpenAsks } from '../grids/grid-rows.ts';

/** Stops all active runs of a tenant that the engine knows. Throws EngineUnavailableError. */
export async function stopActiveRuns(
  { database, engine }: Services,
  tenantId: string,
): Promise<void> {
  const [runs] = await database.batchTenant<[{ id: string }]>(tenantId, [
    {
      name: 'list_active_runs',
      text: `select id from platform.runs where tenant_id = $1 and status in ('running', 'paused')`,
      values: [tenantId],
    },
  ]);
  for (const { id } of runs) {
    await engine.stopRun(tenantId, id).catch((error: unknown) => {
      const isOver =
        error instanceof EngineUnavailableError && (error.status === 404 || error.status === 409);
      if (!isOver) throw error;
    });
  }
}

/** Lists the plans, judgements and questions of grids whose order the engine may receive late. */
export async function listLateOrders(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<string[]> {
  const plans = await listPendingPlanRequests(tx, tenantId, engagementId);
  const judgements = await listPendingJudgements(tx, tenantId, engagementId);
  const asks = await listOpenAsks(tx, tenantId, { engagementId });
  return [
    ...plans.map(({ planId }) => planId),
    ...judgements.map(({ judgementId }) => judgementId),
    ...asks.map(({ askId }) => askId),
  ];
}

/** The runs of an engagement; `late`: orders that the engine may receive late. */
export interface RunIds {
  engagementId: string;
  all: string[];
  late: string[];
}

/**
 * Lists the runs by engagement of a tenant, and locks the engagements until the transaction ends.
 */
export async function listRunIds(tx: Transaction, tenantId: string): Promise<RunIds[]> {
  const engagementIds = await lockEngagementIds(tx, tenantId);
  const { rows } = await tx.query<{ id: string; engagement_id: string }>({
    name: 'list_run_ids',
    text: 'select id, engagement_id from platform.runs where tenant_id = $1',
    values: [tenantId],
  });
  const plans = await listPendingPlanRequests(tx, tenantId, null);
  const judgements = await listPendingJudgements(tx, tenantId, null);
  const asks = await listOpenAsks(tx, tenantId);
  const byEngagement = Map.groupBy(rows, ({ engagement_id }) => engagement_id);
  return engagementIds.map((engagementId) => {
    const runs = byEngagement.get(engagementId) ?? [];
    const planIds = plans
      .filter((plan) => plan.engagementId === engagementId)
      .map(({ planId }) => planId);
    const judged = judgements
      .filter((one) => one.engagementId === engagementId)
      .map(({ judgementId }) => judgementId);
    const asked = asks.filter((ask) => ask.engagementId === engagementId).map(({ askId }) => askId);
    return {
      engagementId,
      all: runs.map(({ id }) => id),
      late: [...planIds, ...judged, ...asked],
    };
  });
}
