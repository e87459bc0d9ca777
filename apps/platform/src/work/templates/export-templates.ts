import type { ExportPart } from '../../kernel/database/export-part.ts';
import { type TemplateRow, templateColumns, toTemplate } from './template-rows.ts';

/** Exports the tenant's own templates (ACC-2). */
export const exportedTemplates: ExportPart<TemplateRow> = {
  name: 'templates',
  page: {
    text: `select ${templateColumns} from platform.templates
    where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 20,
  toRecord: toTemplate,
};
