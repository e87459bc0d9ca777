import { ApiError } from '@ecp/contract/declaring/errors';
import { usdToNano } from '@ecp/contract/declaring/money';
import type { Engagement, UpdateEngagementBody } from '@ecp/contract/work/engagements';
import { makeSlug } from '@ecp/language/slug';
import { requireNamedMember } from '../../identity/team/member-rows.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { prepareTasks } from '../tasks/prepare-tasks.ts';
import { type EngagementRow, engagementColumns, lockEngagement, toEngagement } from './engagement-rows.ts';
import { requireKnownModel } from './require-known-model.ts';
import { normalizeDomains, requireSearchProvider } from './research-settings.ts';
import { tellOwner } from './tell-owner.ts';

const editable = [
  ...(['name', 'client', 'brief', 'budget', 'tasks', 'model'] as const),
  ...(['askBack', 'askBackHours', 'research', 'adversary', 'library'] as const),
];
/** The fields that may change during a run, because no agent reads them. */
const assignment = ['ownerId', 'dueDate'] as const;

/**
 * Edits an engagement; the slug follows the name. During a run only owner and due date change (ENG-20, ENG-21, ENG-30).
 * Errors: those of prepareTasks, requireKnownModel and requireMember, `not_found`, `engagement_locked`.
 */
export async function updateEngagement(
  context: RequestContext,
  engagementId: string,
  body: UpdateEngagementBody,
): Promise<Engagement> {
  const { tenantId, services } = context;
  const tasks = body.tasks && (await prepareTasks(services.engine, body.tasks));
  await requireKnownModel(services.engine, body.model);
  requireSearchProvider(services.config, body.research);
  await requireNamedMember(services.database, tenantId, body.ownerId);
  return context.commit(async (tx) => {
    const locked = await lockEngagement(tx, tenantId, engagementId);
    if (!locked) throw new ApiError('not_found');
    const isActive = locked.status === 'running' || locked.status === 'paused';
    if (isActive && editable.some((field) => body[field] !== undefined)) {
      throw new ApiError('engagement_locked', { values: { status: locked.status } });
    }
    const { rows } = await tx.query<EngagementRow>({
      name: 'update_engagement',
      text: updateGivenFields,
      values: [
        tenantId,
        engagementId,
        body.name,
        body.name === undefined ? undefined : makeSlug(body.name, 'engagement'),
        body.client,
        body.brief,
        body.budget === undefined ? undefined : usdToNano(body.budget),
        tasks && JSON.stringify(tasks),
        body.model !== undefined,
        body.model,
        body.askBack,
        body.askBackHours,
        body.research?.enabled,
        body.research?.domains && normalizeDomains(body.research.domains),
        body.research?.maxPages,
        body.adversary,
        body.library,
        ...[body.ownerId !== undefined, body.ownerId, body.dueDate !== undefined, body.dueDate],
      ],
    });
    await recordAudit(tx, context, {
      action: 'engagement.update',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: {
        fields: [...editable, ...assignment].filter((field) => body[field] !== undefined),
        ...(body.ownerId === undefined ? {} : { ownerId: body.ownerId }),
      },
    });
    const [updated] = rows;
    if (!updated) throw new Error('The update returned no row');
    if (updated.owner_id !== locked.owner_id) await tellOwner(tx, context, updated);
    return toEngagement(updated);
  });
}

const updateGivenFields = `
  update platform.engagements set
    name = coalesce($3, name), slug = coalesce($4, slug), client = coalesce($5, client), brief = coalesce($6, brief),
    budget_nano_usd = coalesce($7, budget_nano_usd), tasks = coalesce($8, tasks),
    model = case when $9 then $10 else model end, ask_back = coalesce($11, ask_back),
    ask_back_hours = coalesce($12, ask_back_hours), research_enabled = coalesce($13, research_enabled),
    research_domains = coalesce($14, research_domains), research_max_pages = coalesce($15, research_max_pages),
    adversary = coalesce($16, adversary), library = coalesce($17, library),
    owner_id = case when $18 then (select id from platform.users where tenant_id = $1 and id = $19) else owner_id end,
    due_date = case when $20 then $21 else due_date end, updated_at = now()
  where tenant_id = $1 and id = $2
  returning ${engagementColumns}`;
