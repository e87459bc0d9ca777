import { ApiError } from '@ecp/contract/declaring/errors';
import type { Template } from '@ecp/contract/work/templates';
import type { RequestContext } from '../../kernel/context.ts';
import { findSystemTemplate } from './system-templates.ts';
import { type TemplateRow, templateColumns, toTemplate } from './template-rows.ts';

/** Returns a template of the system or of the tenant (TPL-6). Error: `not_found`. */
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
