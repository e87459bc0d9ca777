import type { CreateEngagementBody, Engagement } from '@ecp/contract/engagements';
import { usdToNano } from '@ecp/contract/money';
import { createId } from '@paralleldrive/cuid2';
import { recordAudit } from '../audit-log/record-audit.ts';
import { countEngagement } from '../billing/count-engagement.ts';
import type { RequestContext } from '../context.ts';
import { deriveSlug } from './derive-slug.ts';
import { type EngagementRow, engagementColumns, toEngagement } from './engagement-rows.ts';
import { prepareTasks } from './prepare-tasks.ts';

/** US dollars (specification, Limits). */
const defaultBudgetUsd = 5.0;

/**
 * Creates a pending engagement (specification, Engagements). Errors: those of prepareTasks, then
 * `engagement_limit_reached`.
 */
export async function createEngagement(context: RequestContext, body: CreateEngagementBody): Promise<Engagement> {
  const tasks = await prepareTasks(context.services.engine, body.tasks ?? []);
  const { tenantId } = context;
  const id = createId();
  const row = await context.transaction(async (tx) => {
    await countEngagement(tx, tenantId);
    const budget = usdToNano(body.budget ?? defaultBudgetUsd);
    const { rows } = await tx.query<EngagementRow>({
      name: 'insert_engagement',
      text: `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${engagementColumns}`,
      values: [id, tenantId, body.name, body.client, deriveSlug(body.name), body.brief, budget, JSON.stringify(tasks)],
    });
    await recordAudit(tx, context, {
      action: 'engagement.create',
      resourceType: 'engagement',
      resourceId: id,
      metadata: { name: body.name },
    });
    return rows[0];
  });
  if (!row) throw new Error('The insert returned no row');
  return toEngagement(row);
}
