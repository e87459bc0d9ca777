import { ApiError } from '@ecp/contract/declaring/errors';
import { usdToNano } from '@ecp/contract/declaring/money';
import { askBackHoursLimits, researchLimits } from '@ecp/contract/values/limits';
import type {
  CreateEngagementBody,
  Engagement,
  TaskInput,
  UpdateEngagementBody,
} from '@ecp/contract/work/engagements';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { makeSlug } from '@ecp/language/slug';
import { countEngagement, toLimitError } from '../../identity/billing/plan-limits.ts';
import { requireNamedMember } from '../../identity/team/member-rows.ts';
import { forEachTenant } from '../../identity/tenants/tenants.ts';
import { auditStatement, recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorAuthor, actorUserId, type RequestContext } from '../../kernel/context.ts';
import { requireAllowedBudget } from '../../kernel/limits/allowed-budget.ts';
import type { Services } from '../../kernel/services.ts';
import type { PlatformConfig } from '../../kernel/settings.ts';
import { firstRow } from '../../kernel/sql.ts';
import { prepareTasks, requireKnownModel } from '../engine-client/roster.ts';
import { recordNotice } from '../notices/notices.ts';
import { getTemplate } from '../templates/templates.ts';
import {
  type EngagementRow,
  engagementColumns,
  lockEngagement,
  toEngagement,
} from './engagement-rows.ts';

/**
 * Creates a pending engagement in one round trip. Errors: those of applyTemplate, prepareTasks,
 * requireKnownModel and requireMember, `budget_too_high`, `engagement_limit_reached`.
 */
export async function createEngagement(
  context: RequestContext,
  body: CreateEngagementBody,
): Promise<Engagement> {
  const { services, tenantId } = context;
  const start = await applyTemplate(context, body);
  requireAllowedBudget(services.config, start.budgetUsd);
  const tasks = await prepareTasks(services.engine, start.tasks);
  await requireKnownModel(services.engine, context.tenantId, body.model);
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
  const row = firstRow(rows);
  return row;
}

function insertEngagement(
  tenantId: string,
  id: string,
  { name, client, model = null, ...conduct }: CreateEngagementBody,
  { brief, budgetUsd, tasks, approveAnswer }: EngagementStart,
): Statement<EngagementRow> {
  const { askBack = 'assume', askBackHours = askBackHoursLimits.default, research } = conduct;
  const { enabled = false, domains = [], maxPages = researchLimits.maxPages } = research ?? {};
  const { adversary = false, library = false } = conduct;
  const { ownerId = null, dueDate = null } = conduct;
  return {
    name: 'insert_engagement',
    text: `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, model,
        ask_back, ask_back_hours, research_enabled, research_domains, research_max_pages, adversary, library, owner_id,
        due_date, approve_answer)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
        (select id from platform.users where tenant_id = $2 and id = $17), $18, $19)
      returning ${engagementColumns}`,
    values: [
      id,
      tenantId,
      name,
      client,
      makeSlug(name, 'engagement'),
      brief,
      usdToNano(budgetUsd),
      JSON.stringify(tasks),
      model,
      askBack,
      askBackHours,
      enabled,
      normalizeDomains(domains),
      maxPages,
      adversary,
      library,
      ownerId,
      dueDate,
      approveAnswer,
    ],
  };
}

interface EngagementStart {
  brief: string;
  budgetUsd: number;
  tasks: TaskInput[];
  approveAnswer: boolean;
}

const defaultBudgetUsd = 5.0;

/**
 * Returns the values that are given, else those of the template. Errors: `not_found`,
 * `engagement_fields_required`.
 */
async function applyTemplate(
  context: RequestContext,
  body: CreateEngagementBody,
): Promise<EngagementStart> {
  const { brief, budget, tasks, approveAnswer } = body;
  const templateId = body.templateId ?? null;
  if (templateId !== null) {
    const template = await getTemplate(context, templateId);
    return {
      brief: brief ?? template.brief,
      budgetUsd: budget ?? template.budget,
      tasks: tasks ?? template.tasks,
      approveAnswer: approveAnswer ?? template.approveAnswer,
    };
  }
  if (brief === undefined) {
    throw new ApiError('engagement_fields_required', {
      details: [{ path: '/brief', message: 'is required' }],
    });
  }
  const defaultBudget = Math.min(defaultBudgetUsd, context.services.config.maxBudgetUsd);
  return {
    brief,
    budgetUsd: budget ?? defaultBudget,
    tasks: tasks ?? [],
    approveAnswer: approveAnswer ?? false,
  };
}

const editable = [
  'name',
  'client',
  'brief',
  'budget',
  'tasks',
  'model',
  'askBack',
  'askBackHours',
  'research',
  'adversary',
  'approveAnswer',
  'library',
] as const;
/** The fields that may change during a run, because no agent reads them. */
const assignment = ['ownerId', 'dueDate'] as const;

/**
 * Edits an engagement; during a run only owner and due date. Errors: those of prepareTasks,
 * requireKnownModel and requireMember, `budget_too_high`, `not_found`, `engagement_locked`.
 */
export async function updateEngagement(
  context: RequestContext,
  engagementId: string,
  body: UpdateEngagementBody,
): Promise<Engagement> {
  const { tenantId, services } = context;
  requireAllowedBudget(services.config, body.budget);
  const tasks = body.tasks && (await prepareTasks(services.engine, body.tasks));
  await requireKnownModel(services.engine, context.tenantId, body.model);
  requireSearchProvider(services.config, body.research);
  await requireNamedMember(services.database, tenantId, body.ownerId);
  return context.commit(async (tx) => {
    const locked = await lockEngagement(tx, tenantId, engagementId);
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
        body.ownerId !== undefined,
        body.ownerId,
        body.dueDate !== undefined,
        body.dueDate,
        body.approveAnswer,
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
    const updated = firstRow(rows);
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
    due_date = case when $20 then $21 else due_date end,
    approve_answer = coalesce($22, approve_answer), updated_at = now()
  where tenant_id = $1 and id = $2
  returning ${engagementColumns}`;

/** Throws `research_not_configured` when research is to be enabled without a search provider. */
function requireSearchProvider(
  { search }: Pick<PlatformConfig, 'search'>,
  research: { enabled: boolean } | undefined,
): void {
  if (research?.enabled === true && search === null) throw new ApiError('research_not_configured');
}

function normalizeDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))];
}

/** Tells the new owner of an engagement, unless the owner is the caller. */
async function tellOwner(
  tx: Transaction,
  { services, tenantId, principal }: Pick<RequestContext, 'services' | 'tenantId' | 'principal'>,
  {
    id: engagementId,
    name: engagementName,
    owner_id: userId,
  }: Pick<EngagementRow, 'id' | 'name' | 'owner_id'>,
): Promise<void> {
  if (userId === null || (principal.kind !== 'api_key' && userId === actorUserId(principal)))
    return;
  const data = { assignedBy: actorAuthor(principal).name };
  const notice = {
    kind: 'owner_assigned' as const,
    data,
    engagementId,
    engagementName,
    cause: createId(),
    userId,
  };
  await recordNotice(tx, services, tenantId, notice);
}

const archiveAgeYears = 2;
const archivedAtOnce = 200;

/**
 * Archives engagements older than two years without an active run. Any process may call it at any
 * time.
 */
export async function archiveOldEngagements(
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const createdBefore = new Date(services.clock.now());
  createdBefore.setUTCFullYear(createdBefore.getUTCFullYear() - archiveAgeYears);
  const archiveAll = async (tenantId: string) => {
    // A batch leaves out rows that another process holds, so a short one need not be the last.
    while ((await archiveBatch(services, tenantId, createdBefore)) > 0 && !signal?.aborted);
  };
  await forEachTenant(services.database, archiveAll, signal);
}

async function archiveBatch(
  services: Services,
  tenantId: string,
  createdBefore: Date,
): Promise<number> {
  const old = `tenant_id = $1 and archived_at is null and created_at < $2 and status not in ('running', 'paused')`;
  const [found] = await services.database.batchTenant(tenantId, [
    {
      name: 'find_old_engagement',
      text: `select from platform.engagements where ${old} limit 1`,
      values: [tenantId, createdBefore],
    },
  ]);
  if (found.length === 0) return 0;
  return services.database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      name: 'archive_engagements',
      text: `update platform.engagements set archived_at = $3
        where tenant_id = $1 and id in (
          select id from platform.engagements where ${old}
          order by created_at limit ${archivedAtOnce} for no key update skip locked)
        returning id`,
      values: [tenantId, createdBefore, services.clock.now()],
    });
    for (const { id } of rows) {
      const entry = {
        action: 'engagement.archive',
        resourceType: 'engagement',
        resourceId: id,
      } as const;
      await recordAudit(tx, { tenantId, userId: null, ipAddress: null }, entry);
    }
    return rows.length;
  });
}
