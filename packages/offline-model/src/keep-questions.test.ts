import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { expect, it } from 'vitest';
import { keepQuestions } from './keep-questions.ts';

const brief = sampleEngagement({
  brief:
    'What causes the waits in the clinics? Would evening sessions pay? Could you let me have a proposal next week?',
});
const task = (id: string, name: string, dependsOn: string[] = []) => {
  return { id, name, description: `${name}, from the records.`, agent: 'analyst', dependsOn };
};

// INT-5
it('adds a question that a planned task has not to the nearest one, and leaves out a courtesy', async () => {
  const plan = [
    task('waits', 'Causes of the waits in the clinics'),
    task('proposal', 'Send a proposal to us', ['waits']),
    task('costs', 'Costs of a session', ['waits', 'proposal']),
    task('paper', 'Board paper', ['waits', 'proposal', 'costs']),
  ];
  const kept = await keepQuestions(plan, brief);
  expect(kept.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['waits', []],
    ['costs', ['waits']],
    ['paper', ['waits', 'costs']],
  ]);
  expect(kept.map(({ description }) => description)).toEqual([
    'Causes of the waits in the clinics, from the records.',
    'Costs of a session, from the records. The brief asks: “Would evening sessions pay?”',
    'Board paper, from the records.',
  ]);
});

// INT-5
it('keeps a plan that has every question as it is', async () => {
  const plan = [
    task('one', 'Why the clinics have waits'),
    task('two', 'Whether evening sessions pay'),
  ];
  expect(await keepQuestions(plan, brief)).toEqual(plan);
});
