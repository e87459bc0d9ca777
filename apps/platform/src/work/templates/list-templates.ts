import type { ListTemplatesQuery, Template } from '@ecp/contract/work/templates';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { systemTemplates } from './system-templates.ts';
import { type TemplateRow, templateColumns, toTemplate } from './template-rows.ts';

/** Default length of a page. */
const defaultPage = 200;
/**
 * A page ends with the template that reaches this size, because two hundred large ones would fill the process's memory.
 */
const fullPageBytes = 4 * 1024 * 1024;

/** A page of templates; `nextCursor` is null on the last page. */
export interface TemplatePage {
  templates: Template[];
  nextCursor: string | null;
}

type ListedRow = TemplateRow & { created_micros: string; found: number };

/**
 * Lists the system's templates, then the tenant's own, newest first (TPL-4). A page has at most `limit` of the tenant's
 * own templates, fewer when they are large. Error: `invalid_request` for a malformed cursor.
 */
export async function listTemplates(
  { services, tenantId }: RequestContext,
  query: ListTemplatesQuery,
): Promise<TemplatePage> {
  const limit = query.limit ?? defaultPage;
  const [found] = await services.database.batchTenant(tenantId, [selectPage(tenantId, query, limit + 1)]);
  const rows = found.slice(0, limit);
  const shipped = query.cursor === undefined ? systemTemplates : [];
  const more = (rows[0]?.found ?? 0) > rows.length;
  return { templates: [...shipped, ...rows.map(toTemplate)], nextCursor: nextCursorOf(rows, more) };
}

function selectPage(tenantId: string, query: ListTemplatesQuery, rows: number): Statement<ListedRow> {
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
