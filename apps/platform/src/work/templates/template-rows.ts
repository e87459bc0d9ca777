import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Template } from '@ecp/contract/work/templates';

/** A row of platform.templates. */
export interface TemplateRow {
  id: string;
  tenant_id: string;
  name: string;
  slug: string;
  description: string;
  brief: string;
  budget_nano_usd: number;
  tasks: TaskConfiguration[];
  options: Record<string, unknown>;
  created_at: Date;
}

/** The columns of TemplateRow, for select lists and `returning`. */
export const templateColumns =
  'id, tenant_id, name, slug, description, brief, budget_nano_usd, tasks, options, created_at';

/** Turns a row into the wire form (TPL-1). */
export function toTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    brief: row.brief,
    budget: nanoToUsd(row.budget_nano_usd),
    tasks: row.tasks,
    options: row.options,
    isSystem: false,
    tenantId: row.tenant_id,
    createdAt: row.created_at.toISOString(),
  };
}
