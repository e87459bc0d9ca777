import { readFileSync } from 'node:fs';
import type { Template } from '@ecp/contract/work/templates';

/** The names of files in `system/`: `<name>.md` is the brief, `<name>.json` has everything else. */
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

/** Finds the system template of an id; returns undefined when there is none. */
export function findSystemTemplate(templateId: string): Template | undefined {
  return systemTemplates.find(({ id }) => id === templateId);
}

function readShipped(name: string): string {
  return readFileSync(new URL(`system/${name}`, import.meta.url), 'utf8');
}
