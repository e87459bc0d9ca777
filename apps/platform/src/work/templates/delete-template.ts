import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { findSystemTemplate } from './system-templates.ts';

/**
 * Deletes a template of the tenant; engagements made from it stay unchanged (TPL-7). Errors: `system_template`,
 * `not_found`.
 */
export async function deleteTemplate(context: RequestContext, templateId: string): Promise<void> {
  const { tenantId } = context;
  if (findSystemTemplate(templateId)) throw new ApiError('system_template');
  await context.transaction(async (tx) => {
    const { rows } = await tx.query<{ name: string }>({
      name: 'delete_template',
      text: 'delete from platform.templates where tenant_id = $1 and id = $2 returning name',
      values: [tenantId, templateId],
    });
    const [deleted] = rows;
    if (!deleted) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'template.delete',
      resourceType: 'template',
      resourceId: templateId,
      metadata: { name: deleted.name },
    });
  });
}
