import type { DraftInput, PromptOutputs, Rubric } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, test } from 'vitest';
import { answerPurpose } from '../answer-purpose.ts';
import { makeDraftInput } from '../testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);
const input = makeDraftInput();
const rubric: Rubric = {
  type: 'analysis',
  version: 1,
  criteria: [
    { id: 'evidence', name: 'Evidence', description: 'Claims are supported by cited sources.', weight: 0.4 },
    { id: 'insight', name: 'Insight', description: 'Causes are explained.', weight: 0.3 },
    { id: 'actionability', name: 'Actionability', description: 'Next steps are concrete.', weight: 0.3 },
  ],
};

async function observe(draft: string, from: DraftInput = input): Promise<PromptOutputs['observe']> {
  const { engagement, task, agent, sources } = from;
  return JSON.parse(await answerPurpose('observe', { engagement, task, agent, sources, draft }, 1e9, timeSlice));
}

test('the observer scores a full draft above a thin one, and a revision of its issues higher', async () => {
  const full = await observe(await answerPurpose('draft', input, 1e9, timeSlice));
  const thinDraft = '# Churn\n\nChurn is 6.5%, and 77% of all bakers agree that the subscription should grow.\n';
  const thin = await observe(thinDraft);
  expect(full.score).toBeGreaterThan(75);
  expect(full.score).toBeLessThanOrEqual(95);
  expect(full.issues).toEqual([]);
  expect(thin.score).toBeLessThan(60);
  expect(thin.issues).toContain('Remove the figure “77”: it stands neither in the brief nor in a source.');
  const revised = await answerPurpose('revise', { ...input, draft: thinDraft, issues: thin.issues }, 1e9, timeSlice);
  expect((await observe(revised)).score).toBeGreaterThan(thin.score);
  expect(revised).toContain('## Open questions');
});

test('the evaluator scores every criterion by its counts', async () => {
  const deliverable = await answerPurpose('draft', input, 1e9, timeSlice);
  const { engagement, task } = input;
  const answer: PromptOutputs['evaluate'] = JSON.parse(
    await answerPurpose('evaluate', { engagement, task, deliverable, rubric }, 1e9, timeSlice),
  );
  expect(answer.criteria.map((criterion) => criterion.id)).toEqual(['evidence', 'insight', 'actionability']);
  expect(new Set(answer.criteria.map((criterion) => criterion.score)).size).toBeGreaterThan(1);
  for (const { comment } of answer.criteria) expect(comment).toMatch(/\d/);
  expect(answer.feedback).toContain(task.name);
  const empty = await answerPurpose('evaluate', { engagement, task, deliverable: '# Nothing', rubric }, 1e9, timeSlice);
  const lower: PromptOutputs['evaluate'] = JSON.parse(empty);
  for (const [index, { score }] of lower.criteria.entries())
    expect(score).toBeLessThan(answer.criteria[index]?.score ?? 0);
});
