import { readFileSync } from 'node:fs';
import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type {
  CreateTemplateBody,
  ListTemplatesQuery,
  Template,
} from '@ecp/contract/work/templates';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { slugWithoutWords, transliterate } from '@ecp/language/slug';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { requireAllowedBudget } from '../../kernel/limits/allowed-budget.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { firstRow } from '../../kernel/sql.ts';
import { prepareTasks } from '../engine-client/roster.ts';

const defaultBudgetUsd = 5.0;
/** The list shows all templates with their texts. */
export const maxTemplates = 500;

/**
 * Creates a template with checked tasks. Errors: those of prepareTasks, `budget_too_high`,
 * `template_limit_reached`, `not_found` for an engagement that the caller does not see.
 */
export async function createTemplate(
  context: RequestContext,
  body: CreateTemplateBody,
): Promise<{ template: Template }> {
  const { services, principal, tenantId } = context;
  const { name, description, brief, options = {}, approveAnswer = false } = body;
  const { engagementId = null } = body;
  if (engagementId !== null) {
    await services.access.requireEngagement(services.database, tenantId, engagementId, 'not_found');
  }
  const budget = body.budget ?? Math.min(defaultBudgetUsd, services.config.maxBudgetUsd);
  requireAllowedBudget(services.config, budget);
  const tasks = await prepareTasks(services.engine, body.tasks ?? []);
  const id = createId();
  const insert: Statement<TemplateRow> = {
    name: 'insert_template',
    text: `insert into platform.templates
      (id, tenant_id, name, slug, description, brief, budget_nano_usd, tasks, options, created_by, engagement_id, approve_answer)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${templateColumns}`,
    values: [
      id,
      tenantId,
      name,
      deriveTemplateSlug(name),
      description,
      brief,
      usdToNano(budget),
      JSON.stringify(tasks),
      JSON.stringify(options),
      actorUserId(principal),
      engagementId,
      approveAnswer,
    ],
  };
  return context.commit(async (tx) => {
    const count = countTemplates(tenantId);
    await requireFewer(tx, tenantId, {
      count,
      limit: maxTemplates,
      code: 'template_limit_reached',
    });
    const row = firstRow((await tx.query(insert)).rows);
    await recordAudit(tx, context, {
      action: 'template.create',
      resourceType: 'template',
      resourceId: id,
      metadata: describeTemplate(name, engagementId),
    });
    return { template: toTemplate(row) };
  });
}

/**
 * What the audit log tells of a template. With the engagement, its name is hidden where the
 * engagement is.
 */
const describeTemplate = (name: string, engagementId: string | null) =>
  engagementId === null ? { name } : { name, engagementId };

/** Derives a slug: transliterated, with underscores for spaces. Several templates may share one. */
export function deriveTemplateSlug(name: string): string {
  const slug = transliterate(name.trim())
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '');
  return slug.replaceAll('_', '') ? slug : slugWithoutWords(name, 'template');
}

const countTemplates = (tenantId: string): Statement<{ count: number }> => ({
  name: 'count_templates',
  text: 'select count(*)::integer as count from platform.templates where tenant_id = $1',
  values: [tenantId],
});

/** Returns a template of the system or of the tenant. Error: `not_found`. */
export async function getTemplate(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  templateId: string,
): Promise<Template> {
  const shipped = findSystemTemplate(templateId);
  if (shipped) return shipped;
  const [[row]] = await services.database.batchTenant<[TemplateRow]>(tenantId, [
    {
      name: 'select_template',
      text: `select ${templateColumns} from platform.templates where tenant_id = $1 and id = $2`,
      values: [tenantId, templateId],
    },
  ]);
  if (!row) throw new ApiError('not_found');
  return toTemplate(row);
}

const defaultPage = 200;
/**
 * Bytes at which a page ends, because two hundred large templates would fill the process's memory.
 */
const fullPageBytes = 4 * 1024 * 1024;

export interface TemplatePage {
  templates: Template[];
  nextCursor: string | null;
}

type ListedRow = TemplateRow & { created_micros: string; found: number };

/**
 * Lists the system's templates, then at most `limit` of the tenant's, newest first. Error:
 * `invalid_request` for a malformed cursor.
 */
export async function listTemplates(
  { services, tenantId }: RequestContext,
  query: ListTemplatesQuery,
): Promise<TemplatePage> {
  const limit = query.limit ?? defaultPage;
  const [found] = await services.database.batchTenant(tenantId, [
    selectPage(tenantId, query, limit + 1),
  ]);
  const rows = found.slice(0, limit);
  const shipped = query.cursor === undefined ? systemTemplates : [];
  const more = (rows[0]?.found ?? 0) > rows.length;
  return { templates: [...shipped, ...rows.map(toTemplate)], nextCursor: nextCursorOf(rows, more) };
}

function selectPage(
  tenantId: string,
  query: ListTemplatesQuery,
  rows: number,
): Statement<ListedRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const ofTenant = `tenant_id = ${place(tenantId)}`;
  const after = query.cursor === undefined ? '' : `and ${afterCursor(query.cursor, place)}`;
  return {
    name: `list_templates${after && ' after'}`,
    text: `select ${templateColumns}, found, ${createdMicrosColumn}
      from (
        select *, count(*) over ()::integer as found,
          sum(size_bytes) over (order by created_at desc, id desc rows unbounded preceding) - size_bytes as bytes_before
        from (
          select * from platform.templates where ${ofTenant} ${after}
          order by created_at desc, id desc limit ${place(rows)}
        ) wanted
      ) page where bytes_before < ${fullPageBytes} order by created_at desc, id desc`,
    values,
  };
}

/**
 * Deletes a tenant's template; engagements made from it stay. Errors: `system_template`,
 * `not_found`.
 */
export async function deleteTemplate(context: RequestContext, templateId: string): Promise<void> {
  const { tenantId } = context;
  if (findSystemTemplate(templateId)) throw new ApiError('system_template');
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ name: string; engagement_id: string | null }>({
      name: 'delete_template',
      text: 'delete from platform.templates where tenant_id = $1 and id = $2 returning name, engagement_id',
      values: [tenantId, templateId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'template.delete',
      resourceType: 'template',
      resourceId: templateId,
      metadata: describeTemplate(deleted.name, deleted.engagement_id),
    });
  });
}

interface TemplateRow {
  id: string;
  tenant_id: string;
  name: string;
  slug: string;
  description: string;
  brief: string;
  budget_nano_usd: number;
  tasks: TaskConfiguration[];
  options: Record<string, unknown>;
  approve_answer: boolean;
  created_at: Date;
}

const templateColumns =
  'id, tenant_id, name, slug, description, brief, budget_nano_usd, tasks, options, approve_answer, created_at';

function toTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    brief: row.brief,
    budget: nanoToUsd(row.budget_nano_usd),
    tasks: row.tasks,
    options: row.options,
    approveAnswer: row.approve_answer,
    isSystem: false,
    tenantId: row.tenant_id,
    createdAt: row.created_at.toISOString(),
  };
}

/** The names of files in `system/`: `<name>.md` is the brief, `<name>.json` has everything else. */
const systemTemplateNames = [
  'brand-digital-presence',
  'business-transformation',
  'go-to-market',
  'product-strategy',
  'research-deep-dive',
];

/** The five templates that every tenant sees, read once. */
export const systemTemplates: readonly Template[] = systemTemplateNames.map((name): Template => {
  const fields = JSON.parse(readShipped(`${name}.json`)) as Omit<
    Template,
    'brief' | 'approveAnswer' | 'isSystem' | 'tenantId'
  >;
  const brief = readShipped(`${name}.md`).trim();
  return { ...fields, brief, approveAnswer: false, isSystem: true, tenantId: null };
});

function findSystemTemplate(templateId: string): Template | undefined {
  return systemTemplates.find(({ id }) => id === templateId);
}

function readShipped(name: string): string {
  return readFileSync(new URL(`system/${name}`, import.meta.url), 'utf8');
}

export const exportedTemplates: ExportPart<TemplateRow> = {
  name: 'templates',
  page: pageOf('platform.templates', templateColumns),
  pageRows: 20,
  toRecord: toTemplate,
};
