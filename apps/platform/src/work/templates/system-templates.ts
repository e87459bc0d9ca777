import { readFileSync } from 'node:fs';
import type { Template } from '@ecp/contract/work/templates';

/** Files of `system/`: `<name>.json` holds all but the brief, which is `<name>.md`. */
const names = [
  'brand-digital-presence',
  'business-transformation',
  'go-to-market',
  'product-strategy',
  'research-deep-dive',
];

/** The five templates that every tenant sees (TPL-3), read once. */
export const systemTemplates: readonly Template[] = names.map((name): Template => {
  const fields = JSON.parse(readShipped(`${name}.json`)) as Omit<Template, 'brief' | 'isSystem' | 'tenantId'>;
  return { ...fields, brief: readShipped(`${name}.md`).trim(), isSystem: true, tenantId: null };
});

/** The system template of an id, or undefined. */
export function findSystemTemplate(templateId: string): Template | undefined {
  return systemTemplates.find(({ id }) => id === templateId);
}

function readShipped(name: string): string {
  return readFileSync(new URL(`system/${name}`, import.meta.url), 'utf8');
}
