import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { taskKindOf } from './task-kind.ts';

const examples = new URL('../../../../../examples/', import.meta.url);
type Tasks = { tasks?: { name: string; description: string }[] };

/** The tasks of the sample cases with the kind that a reader would choose. The kind selects the rubric. */
it('recognises the kind of each task of the sample cases', () => {
  const cases = globSync('*/engagement.json', { cwd: fileURLToPath(examples) });
  const kinds = cases.flatMap((path) => {
    const { tasks = [] } = JSON.parse(readFileSync(new URL(path, examples), 'utf8')) as Tasks;
    return tasks.map((task): [string, string] => [task.name, taskKindOf(task)]);
  });
  expect(Object.fromEntries(kinds)).toMatchObject({
    'Costs and revenue of heat': 'financial',
    'How the tariff acts on customers': 'research',
    'Tariff models for the council': 'analysis',
    'Road to the new tariff in 2028': 'plan',
    'Waiting times: the baseline': 'analysis',
    'What causes the waits': 'analysis',
    'Measures for the board to choose from': 'strategy',
    'Plan for the first ninety days': 'plan',
    'Bavaria and north-east Italy as markets': 'research',
    'What a window earns in each market': 'financial',
    'Plant capacity and delivery times': 'analysis',
    'Recommendation on the export decision': 'strategy',
  });
});

it('returns general if no word tells the kind', () => {
  expect(taskKindOf({ name: 'Letter', description: 'Thank everybody.' })).toBe('general');
});
