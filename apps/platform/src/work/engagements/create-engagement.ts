import { usdToNano } from '@ecp/contract/declaring/money';
import { askBackHoursLimits, researchLimits } from '@ecp/contract/values/limits';
import type { CreateEngagementBody, Engagement } from '@ecp/contract/work/engagements';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { makeSlug } from '@ecp/language/slug';
import { countEngagement, toLimitError } from '../../identity/billing/plan-limits.ts';
import { requireNamedMember } from '../../identity/team/member-rows.ts';
import { auditStatement } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { prepareTasks } from '../tasks/prepare-tasks.ts';
import { applyTemplate, type EngagementStart } from './apply-template.ts';
import { type EngagementRow, engagementColumns, toEngagement } from './engagement-rows.ts';
import { requireKnownModel } from './require-known-model.ts';
import { normalizeDomains, requireSearchProvider } from './research-settings.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Creates a pending engagement: row, audit entry and monthly count in one round trip (ENG-3). Errors: those of
 * applyTemplate, prepareTasks, requireKnownModel and requireMember, then `engagement_limit_reached`.
 */
export async function createEngagement(context: RequestContext, body: CreateEngagementBody): Promise<Engagement> {
  const { services, tenantId } = context;
  const start = await applyTemplate(context, body);
  const tasks = await prepareTasks(services.engine, start.tasks);
  await requireKnownModel(services.engine, body.model);
  requireSearchProvider(services.config, body.research);
  await requireNamedMember(services.database, tenantId, body.ownerId);
  const id = createId();
  const audit = auditStatement(context, {
    action: 'engagement.create',
    resourceType: 'engagement',
    resourceId: id,
    metadata: {
      name: body.name,
      ...(body.templateId ? { templateId: body.templateId } : {}),
      ...(body.model ? { model: body.model } : {}),
      ...(body.ownerId ? { ownerId: body.ownerId } : {}),
    },
  });
  const insert = insertEngagement(tenantId, id, body, { ...start, tasks });
  const count = countEngagement(tenantId);
  const created = body.ownerId
    ? context.commit(async (tx) => {
        const { rows } = await tx.query(insert);
        await tx.query(audit);
        await tx.query(count);
        const engagement = requireRow(rows);
        await tellOwner(tx, context, engagement);
        return toEngagement(engagement);
      })
    : context.commitBatch([insert, audit, count], ([rows]) => toEngagement(requireRow(rows)));
  return created.catch((error: unknown) => {
    throw toLimitError(error);
  });
}

function requireRow(rows: EngagementRow[]): EngagementRow {
  const [row] = rows;
  if (!row) throw new Error('The insert returned no row');
  return row;
}

function insertEngagement(
  tenantId: string,
  id: string,
  { name, client, model = null, ...conduct }: CreateEngagementBody,
  { brief, budgetUsd, tasks }: EngagementStart,
): Statement<EngagementRow> {
  const { askBack = 'assume', askBackHours = askBackHoursLimits.default, research } = conduct;
  const { enabled = false, domains = [], maxPages = researchLimits.maxPages } = research ?? {};
  const { adversary = false, library = false, ownerId = null, dueDate = null } = conduct;
  return {
    name: 'insert_engagement',
    text: `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, model,
        ask_back, ask_back_hours, research_enabled, research_domains, research_max_pages, adversary, library, owner_id,
        due_date)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
        (select id from platform.users where tenant_id = $2 and id = $17), $18)
      returning ${engagementColumns}`,
    values: [
      ...[
        id,
        tenantId,
        name,
        client,
        makeSlug(name, 'engagement'),
        brief,
        usdToNano(budgetUsd),
        JSON.stringify(tasks),
        model,
      ],
      ...[askBack, askBackHours, enabled, normalizeDomains(domains), maxPages, adversary, library, ownerId, dueDate],
    ],
  };
}
