import type { PromptInputs, PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { amendDocument } from './purposes/amend-document.ts';
import { answerQuestion } from './purposes/answer-question.ts';
import { evaluateDeliverable } from './purposes/evaluate-deliverable.ts';
import { observeDraft } from './purposes/observe-draft.ts';
import { planTasks } from './purposes/plan-tasks.ts';
import { repairDraft } from './purposes/repair-draft.ts';
import { reviseDraft } from './purposes/revise-draft.ts';
import { writeDraft } from './purposes/write-draft.ts';

/** The purposes that extraction can answer. Judging and challenging a claim need a model that understands it. */
export type OfflinePurpose = Exclude<PromptPurpose, 'judge' | 'challenge'>;

type Answers = {
  [Purpose in OfflinePurpose]: (
    input: PromptInputs[Purpose],
    maxBytes: number,
    timeSlice: TimeSlice,
  ) => Promise<PromptOutputs[Purpose]>;
};

const answers: Answers = {
  plan: (input, _, timeSlice) => planTasks(input, timeSlice),
  // Every colleague has the same sources, so an extract by another one says nothing new.
  delegate: async () => ({ questions: [] }),
  consult: (input, _, timeSlice) => answerQuestion(input, timeSlice),
  draft: writeDraft,
  observe: (input, _, timeSlice) => observeDraft(input, timeSlice),
  revise: (input, _, timeSlice) => reviseDraft(input, timeSlice),
  amend: (input, _, timeSlice) => amendDocument(input, timeSlice),
  repair: (input, _, timeSlice) => repairDraft(input, timeSlice),
  evaluate: (input, _, timeSlice) => evaluateDeliverable(input, timeSlice),
};

/** True when the value is a purpose that the offline model answers. */
export function isPurpose(value: unknown): value is OfflinePurpose {
  return typeof value === 'string' && Object.hasOwn(answers, value);
}

/**
 * Answers one call: markdown for draft and revise, JSON text for the others.
 * @param maxBytes size that a draft should not exceed
 */
export async function answerPurpose<Purpose extends OfflinePurpose>(
  purpose: Purpose,
  input: PromptInputs[Purpose],
  maxBytes: number,
  timeSlice: TimeSlice,
): Promise<string> {
  const answer = await answers[purpose](input, maxBytes, timeSlice);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}
