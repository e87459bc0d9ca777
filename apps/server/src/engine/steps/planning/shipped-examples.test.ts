import { readFile } from 'node:fs/promises';
import { CreateEngagementBody } from '@ecp/contract/work/engagements';
import { findCycle } from '@ecp/contract/work/task-graph';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { loadRoster } from '../../agents/roster.ts';
import { normalizeTasks } from './normalize-tasks.ts';

async function readExample(name: string): Promise<CreateEngagementBody> {
  const url = new URL(`../../../../../../examples/${name}/engagement.json`, import.meta.url);
  return Value.Parse(CreateEngagementBody, JSON.parse(await readFile(url, 'utf8')));
}

test('the coffee roaster example names known agents, and its tasks can be ordered', async () => {
  const roster = await loadRoster();
  const { tasks = [] } = await readExample('regional-coffee-roaster');
  const given = tasks.map((task) => ({ ...task, id: task.id ?? '' }));
  for (const task of given) expect(roster.find(task.agent ?? '')?.assignable, task.name).toBe(true);
  const normalized = normalizeTasks(given, roster);
  expect(findCycle(normalized)).toBeNull();
  expect(normalized.map(({ kind, filename }) => [kind, filename])).toEqual([
    ['research', 'market-and-customer-scan.md'],
    ['analysis', 'channel-profitability-analysis.md'],
    ['strategy', 'pricing-and-channel-strategy.md'],
    ['plan', 'twelve-month-implementation-plan.md'],
  ]);
});

test('the municipal library example leaves the planning to the engine', async () => {
  expect((await readExample('municipal-library-digital')).tasks).toBeUndefined();
});
