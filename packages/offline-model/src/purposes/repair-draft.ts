import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';

/**
 * Withdraws the sentences that their sources do not say. Nothing replaces them, because extraction cannot know what was
 * meant. A sentence without a source stays, because its source may exist, and so does one
 * that the observer wants in other words.
 */
export async function repairDraft(
  { failures }: PromptInputs['repair'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['repair']> {
  const answers: PromptOutputs['repair']['answers'] = [];
  for (const [at, { faults }] of failures.entries()) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const fault = faults.find(({ state }) => state !== 'uncited' && state !== 'issue');
    if (!fault) continue;
    answers.push({ failure: at + 1, verdict: 'withdrawn', sentence: '', footnotes: [], reason: fault.reason });
  }
  return { answers };
}
