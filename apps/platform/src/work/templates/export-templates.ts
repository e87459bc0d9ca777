import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type TemplateRow, templateColumns, toTemplate } from './template-rows.ts';

/** Exports the tenant's own templates (ACC-2). */
export const exportedTemplates: ExportPart<TemplateRow> = {
  name: 'templates',
  page: pageOf('platform.templates', templateColumns),
  pageRows: 20,
  toRecord: toTemplate,
};
