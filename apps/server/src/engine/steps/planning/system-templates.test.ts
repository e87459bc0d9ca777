import { readdir, readFile } from 'node:fs/promises';
import { TaskConfiguration } from '@ecp/contract/work/engagements';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { loadRoster } from '../../agents/roster.ts';
import { normalizeTasks } from './normalize-tasks.ts';

// The platform ships the templates as data. Only the engine can check whether they can run.
const folder = new URL('../../../material/templates/system/', import.meta.url);
const Shipped = Type.Object({ slug: Type.String(), tasks: Type.Array(TaskConfiguration) });

async function readTemplates() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return Promise.all(
    names.map(async (name) =>
      Value.Parse(Shipped, JSON.parse(await readFile(new URL(name, folder), 'utf8'))),
    ),
  );
}

describe('the system templates', async () => {
  const roster = await loadRoster();
  test.each((await readTemplates()).map((template) => [template.slug, template.tasks] as const))(
    '%s names agents that can be assigned, and its tasks build on earlier ones',
    (_slug, tasks) => {
      for (const task of tasks)
        expect(roster.find(task.agent ?? '')?.assignable, task.id).toBe(true);
      expect(new Set(tasks.map(({ agent }) => agent)).size).toBeGreaterThan(3);
      const normalized = normalizeTasks(tasks, roster);
      expect(normalized.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
      expect(new Set(normalized.map(({ filename }) => filename)).size).toBe(tasks.length);
      expect(normalized.filter(({ kind }) => kind === 'general')).toEqual([]);
      const earlier = new Set<string>();
      for (const { id, dependsOn = [] } of tasks) {
        expect(dependsOn.filter((dependency) => !earlier.has(dependency))).toEqual([]);
        earlier.add(id);
      }
      // At least three tasks build on the results of others.
      expect(
        tasks.filter(({ dependsOn = [] }) => dependsOn.length > 0).length,
      ).toBeGreaterThanOrEqual(3);
    },
  );

  // TPL-3
  test('are the fixed five', async () => {
    expect((await readTemplates()).map(({ slug }) => slug).sort()).toEqual([
      'brand_digital_presence',
      'business_transformation',
      'go_to_market',
      'product_strategy',
      'research_deep_dive',
    ]);
  });
});
