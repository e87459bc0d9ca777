import { expect, test } from 'vitest';
import { nameEntry, readPattern } from './read-pattern.ts';
import { writeEntry } from './write-entry.ts';

const task = {
  position: 1,
  name: 'Size the *market* | now',
  kind: 'research',
  agent: 'market-research-analyst',
  dependsOn: [],
  state: 'completed',
  model: 'swift-2',
  score: 82.34,
  criteria: [
    { id: 'task-fit', score: 90 },
    { id: 'evidence', score: 70 },
  ],
  costUsd: 0.0291,
};
const jsonData = {
  formatVersion: 1,
  planned: true,
  offlineModel: false,
  tasks: [task, { ...task, position: 2, dependsOn: [1], state: 'failed', score: null, criteria: [] }],
  rubrics: [],
  models: [{ model: 'swift-2', tasks: 2, averageScore: 82.3, costUsd: 0.0582 }],
  totals: { tasks: 2, completed: 1, averageScore: 82.3, costUsd: 0.0582, durationMs: 65_000 },
};

test('writes what a run left as tables, the weakest criterion first', () => {
  const text = writeEntry({ jsonData }, new Map([['market-research-analyst', 'Market analyst']]));
  expect(text).toContain('**1 of 2 tasks** completed · average score **82.3** · **$0.06** · 1 min 5 s');
  expect(text).toContain('| 1. Size the \\*market\\* \\| now | Market analyst | – | swift-2 | 82.3 | $0.03 |');
  expect(text).toContain(
    '| 2. Size the \\*market\\* \\| now \\(failed\\) | Market analyst | 1 | swift-2 | – | $0.03 |',
  );
  expect(text.indexOf('Evidence')).toBeLessThan(text.indexOf('Task fit'));
});

test('shows an entry of another form as it is', () => {
  expect(readPattern({ jsonData: { tasks: 3 } })).toBeNull();
  expect(writeEntry({ jsonData: { tasks: 3 } }, new Map())).toContain('"tasks": 3');
});

test.each([
  ['Export: 4 tasks (research, plan), average score 82.1', 'Export'],
  ['Export: why now?: 0 of 4 tasks (research), not scored', 'Export: why now?'],
  ['Of another form', 'Of another form'],
])('%s is about %s', (title, name) => {
  expect(nameEntry({ title })).toBe(name);
});
