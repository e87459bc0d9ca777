import { usdToNano } from '@ecp/contract/declaring/money';
import type { CreateTemplateBody, Template } from '@ecp/contract/work/templates';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { slugWithoutWords, transliterate } from '@ecp/language/slug';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { requireFewer } from '../../kernel/limits/refusals.ts';
import { prepareTasks } from '../tasks/prepare-tasks.ts';
import { type TemplateRow, templateColumns, toTemplate } from './template-rows.ts';

/** The default budget in US dollars (TPL-5). */
const defaultBudgetUsd = 5.0;
/** The list shows all templates with their texts (LIM-13). */
const maxTemplates = 500;

/**
 * Creates a template of the tenant. Its tasks are checked like those of an engagement. Errors: those of prepareTasks,
 * `template_limit_reached`.
 */
export async function createTemplate(
  context: RequestContext,
  body: CreateTemplateBody,
): Promise<{ template: Template }> {
  const { services, principal, tenantId } = context;
  const { name, description, brief, budget = defaultBudgetUsd, options = {} } = body;
  const tasks = await prepareTasks(services.engine, body.tasks ?? []);
  const id = createId();
  const insert: Statement<TemplateRow> = {
    name: 'insert_template',
    text: `insert into platform.templates
      (id, tenant_id, name, slug, description, brief, budget_nano_usd, tasks, options, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${templateColumns}`,
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
    ],
  };
  return context.commit(async (tx) => {
    const count = countTemplates(tenantId);
    await requireFewer(tx, tenantId, { count, limit: maxTemplates, code: 'template_limit_reached' });
    const [row] = (await tx.query(insert)).rows;
    if (!row) throw new Error('The insert returned no row');
    const entry = { action: 'template.create', resourceType: 'template', resourceId: id, metadata: { name } } as const;
    await recordAudit(tx, context, entry);
    return { template: toTemplate(row) };
  });
}

/**
 * Derives a template's slug: transliterates the name, replaces spaces by underscores and removes special characters
 * (TPL-2). Several templates may have the same slug.
 */
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
