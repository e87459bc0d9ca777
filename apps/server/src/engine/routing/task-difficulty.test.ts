import { expect, test } from 'vitest';
import { type TaskShape, taskDifficulty } from './estimates.ts';

const easy: TaskShape = { kind: 'general', description: 'Summarise.', dependsOn: [] };

test('difficulty depends on the task kind and grows with the request and the inputs to combine, up to 1', () => {
  expect(taskDifficulty(easy)).toBeLessThan(taskDifficulty({ ...easy, kind: 'financial' }));
  expect(taskDifficulty(easy)).toBeLessThan(
    taskDifficulty({ ...easy, description: 'x'.repeat(1_000) }),
  );
  expect(taskDifficulty(easy)).toBeLessThan(taskDifficulty({ ...easy, dependsOn: ['a'] }));
  const most = {
    kind: 'strategy' as const,
    description: 'x'.repeat(1e6),
    dependsOn: Array(100).fill('a'),
  };
  expect(taskDifficulty(most)).toBeLessThanOrEqual(1);
});
