import { languages } from '@ecp/language/language';
import type { DraftInput, PromptOutputs, Rubric } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerPurpose } from '../answer-purpose.ts';
import { makeForeignInput } from '../testing/foreign-cases.ts';
import { findSampleAgent, makeDraftInput } from '../testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);
const input = makeDraftInput();
const judge = findSampleAgent('strategy-partner');
const rubric: Rubric = {
  type: 'analysis',
  version: 1,
  criteria: [
    { id: 'evidence', name: 'Evidence', description: 'Claims are supported by cited sources.', weight: 0.4 },
    { id: 'limits', name: 'Limits and next evidence', description: 'It says what is not known.', weight: 0.3 },
    { id: 'insight', name: 'Insight', description: 'Causes are explained.', weight: 0.3 },
  ],
};

const write = (from: DraftInput) => answerPurpose('draft', from, 1e9, timeSlice);

async function observe(draft: string, from: DraftInput = input): Promise<PromptOutputs['observe']> {
  return JSON.parse(await answerPurpose('observe', { ...from, draft, observer: judge }, 1e9, timeSlice));
}

async function evaluate(deliverable: string, from: DraftInput = input): Promise<PromptOutputs['evaluate']> {
  const { engagement, task } = from;
  return JSON.parse(
    await answerPurpose('evaluate', { engagement, task, agent: judge, deliverable, rubric }, 1e9, timeSlice),
  );
}

test('the observer finds the faults of a thin draft, and fewer in its revision', async () => {
  const full = await observe(await write(input));
  expect(full).toMatchObject({ score: 85, issues: [] });
  const thinDraft = '# Churn\n\nChurn is 6.5%, and 77% of all bakers agree that the subscription should grow.\n';
  const thin = await observe(thinDraft);
  expect(thin.score).toBeLessThan(60);
  const issues = thin.issues.map(({ issue }) => issue);
  expect(issues).toContain('Remove the figure “77”: it stands neither in the brief nor in a source.');
  const revised = await answerPurpose('revise', { ...input, draft: thinDraft, issues }, 1e9, timeSlice);
  expect((await observe(revised)).score).toBeGreaterThan(thin.score);
  expect(revised).not.toContain('77%');
});

test.each(languages.filter((language) => language !== 'en'))(
  'the observer finds no fault in a pack in %s',
  async (language) => {
    const from = makeForeignInput(language);
    expect(await observe(await write(from), from)).toMatchObject({ score: 85, issues: [] });
    const { issues } = await observe((await write(from)).replace('\n## ', '\n- 987654 €\n\n## '), from);
    expect(issues).toHaveLength(1);
    const cleared = await answerPurpose(
      'revise',
      { ...from, draft: '# X\n\n987654 €\n', issues: issues.map(({ issue }) => issue) },
      1e9,
      timeSlice,
    );
    expect(cleared).not.toContain('987654');
  },
);

test('the observer takes names of sources and what a pack computes for no foreign figures', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `churn cause ${at % 7},${100 + at * 3}`);
  const text = ['reason,answers', ...rows, 'Total,9999'].join('\n');
  const from = makeDraftInput({ sources: [{ id: 'a', title: 'churn reasons 1987.csv', location: 'page 478', text }] });
  const draft = await write(from);
  expect(draft).toContain('the rows add up to 6,340');
  expect((await observe(draft, from)).issues).toEqual([]);
});

test('the evaluator scores every criterion under its id by counts, and judgement low', async () => {
  const full = await evaluate(await write(input));
  expect(Object.keys(full.criteria)).toEqual(['evidence', 'limits', 'insight']);
  expect(full.criteria['evidence']?.score).toBeGreaterThan(55);
  expect(full.criteria['insight']).toEqual({
    score: 40,
    comment: 'Judgement was not measured, because counts cannot tell it.',
  });
  expect(full.feedback).toContain(input.task.name);
  const empty = await evaluate('# Nothing');
  for (const id of Object.keys(full.criteria)) {
    expect(empty.criteria[id]?.score).toBeLessThan(full.criteria[id]?.score ?? 0);
  }
});
