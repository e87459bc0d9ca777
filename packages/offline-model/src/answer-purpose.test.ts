import { languages } from '@ecp/language/language';
import type { DraftInput, PromptOutputs, Rubric } from '@ecp/model-calls/prompt-types';
import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerPurpose } from './answer-purpose.ts';
import { frameOf } from './frame/frame-of.ts';
import { makeForeignInput } from './testing/foreign-cases.ts';
import { findSampleAgent, makeDraftInput } from './testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);
const input = makeDraftInput();
const judge = findSampleAgent('strategy-partner');
const rubric: Rubric = {
  type: 'analysis',
  version: 1,
  criteria: [
    {
      id: 'evidence',
      name: 'Evidence',
      description: 'Claims are supported by cited sources.',
      weight: 0.4,
    },
    {
      id: 'limits',
      name: 'Limits and next evidence',
      description: 'It says what is not known.',
      weight: 0.3,
    },
    { id: 'insight', name: 'Insight', description: 'Causes are explained.', weight: 0.3 },
  ],
};

const write = (from: DraftInput) => answerPurpose('draft', from, 1e9, timeSlice);

async function observe(draft: string, from: DraftInput = input): Promise<PromptOutputs['observe']> {
  return JSON.parse(
    await answerPurpose('observe', { ...from, draft, observer: judge }, 1e9, timeSlice),
  );
}

async function evaluate(
  deliverable: string,
  from: DraftInput = input,
): Promise<PromptOutputs['evaluate']> {
  const { engagement, task } = from;
  return JSON.parse(
    await answerPurpose(
      'evaluate',
      { engagement, task, agent: judge, deliverable, rubric },
      1e9,
      timeSlice,
    ),
  );
}

test.each(languages)(
  'the observer counts words and references of a pack in %s, and finds no fault in it',
  async (language) => {
    const from = language === 'en' ? input : makeForeignInput(language);
    const pack = await write(from);
    expect(await observe(pack, from)).toMatchObject({ score: 85, issues: [] });
    const thin = await observe('# Churn\n\nChurn is 6.5%.\n', from);
    expect(thin.score).toBeLessThan(60);
    expect(thin.issues).toEqual([
      { concern: 'form', issue: frameOf(language).observe.addEvidence },
    ]);
  },
);

test('the evaluator gives every criterion the count of references, and says that judgement was not measured', async () => {
  const full = await evaluate(await write(input));
  expect(Object.keys(full.criteria)).toEqual(['evidence', 'limits', 'insight']);
  for (const { score, comment } of Object.values(full.criteria)) {
    expect(score).toBeGreaterThan(40);
    expect(score).toBeLessThanOrEqual(60);
    expect(comment).toMatch(
      / references to \d+ documents\. Judgment was not measured, because counts cannot tell it\.$/,
    );
  }
  expect(full.feedback).toContain(input.task.name);
  expect((await evaluate('# Nothing')).criteria['evidence']?.score).toBe(0);
});

test('a repair withdraws what its source does not say, and leaves what cites nothing', async () => {
  const { repair } = samplePromptInputs();
  const [failed] = repair.failures;
  if (!failed) throw new Error('The sample has a failed sentence');
  const uncited = {
    ...failed,
    faults: [{ state: 'uncited' as const, footnote: null, reason: 'x', passage: null }],
  };
  const text = await answerPurpose(
    'repair',
    { ...repair, failures: [uncited, failed] },
    1e9,
    timeSlice,
  );
  expect(JSON.parse(text).answers).toMatchObject([
    { failure: 2, verdict: 'withdrawn', sentence: '', footnotes: [] },
  ]);
});
