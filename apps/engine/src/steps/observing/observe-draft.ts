import type { DraftInput, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { judgeModel } from '../../routing/judge-model.ts';
import { callModel, type TaskWorkflowInput } from '../calling/call-model.ts';

/** A draft below this observer score is revised once, if the budget allows. */
const revisionBelow = 75;

/** Asks the observer to score a draft. */
export function observeDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  material: () => Promise<DraftInput>,
  draft: string,
  key: string,
): Promise<PromptOutputs['observe']> {
  const gather = async () => {
    const { engagement, agent, sources } = await material();
    return { engagement, task: input.task, agent, draft, sources };
  };
  const { slug } = services.roster.observer;
  return callModel(services, input, judgeModel(services.models), 'observe', key, slug, gather);
}

/** Returns true if the observer found a draft weak and said how to improve it. */
export const isWeak = ({ score, issues }: PromptOutputs['observe']): boolean =>
  score < revisionBelow && issues.length > 0;
