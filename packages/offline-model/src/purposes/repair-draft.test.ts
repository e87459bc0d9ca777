import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, it } from 'vitest';
import { repairDraft } from './repair-draft.ts';

it('withdraws what its source does not say, and leaves what cites nothing', async () => {
  const { repair } = samplePromptInputs();
  const [failed] = repair.failures;
  if (!failed) throw new Error('The sample has a failed sentence');
  const uncited = { ...failed, faults: [{ state: 'uncited' as const, footnote: null, reason: 'x', passage: null }] };
  const { answers } = await repairDraft({ ...repair, failures: [uncited, failed] }, createTimeSlice(undefined));
  expect(answers).toMatchObject([{ failure: 2, verdict: 'withdrawn', sentence: '', footnotes: [] }]);
});
