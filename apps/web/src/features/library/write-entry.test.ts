import type { PatternTask, RunPattern } from '@ecp/contract/values/run-pattern';
import { expect, test } from 'vitest';
import { writeEntry } from './write-entry.ts';

const task: PatternTask = {
  position: 1,
  name: 'Size the *market* | now',
  kind: 'research',
  agent: 'market-research-analyst',
  dependsOn: [],
  state: 'completed',
  model: 'swift-2',
  observerScore: null,
  score: 82.34,
  rubricType: 'research',
  rubricVersion: 1,
  criteria: [
    { id: 'task-fit', score: 90 },
    { id: 'evidence', score: 70 },
  ],
  wordCount: 900,
  costUsd: 0.0291,
  durationMs: 30_000,
};
const pattern: RunPattern = {
  formatVersion: 1,
  engagementId: 'e',
  runId: 'r',
  planned: true,
  offlineModel: false,
  tasks: [task, { ...task, position: 2, dependsOn: [1], state: 'failed', score: null, criteria: [] }],
  rubrics: [],
  models: [{ model: 'swift-2', tasks: 2, averageScore: 82.3, averageObserverScore: null, costUsd: 0.0582 }],
  totals: { tasks: 2, completed: 1, averageScore: 82.3, costUsd: 0.0582, durationMs: 65_000 },
};

test('writes a library entry as tables, the weakest criterion first', () => {
  const text = writeEntry(pattern, new Map([['market-research-analyst', 'Market analyst']]));
  expect(text).toContain('**1 of 2 tasks** completed · average score **82.3** · **$0.06** · 1 min 5 s');
  expect(text).toContain('| 1. Size the \\*market\\* \\| now | Market analyst | – | swift-2 | 82.3 | $0.03 |');
  expect(text).toContain(
    '| 2. Size the \\*market\\* \\| now \\(failed\\) | Market analyst | 1 | swift-2 | – | $0.03 |',
  );
  expect(text.indexOf('Evidence')).toBeLessThan(text.indexOf('Task fit'));
});
