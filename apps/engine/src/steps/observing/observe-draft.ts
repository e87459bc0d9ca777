import type { DraftInput, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { judgeModels } from '../../routing/judge-model.ts';
import { callModel, type TaskWorkflowInput } from '../calling/call-model.ts';

/** A draft below this observer score is revised once, if the budget allows. */
const revisionBelow = 75;

/** Asks the observer, who sees what the writer saw, to score a draft. */
export function observeDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  material: () => Promise<DraftInput>,
  draft: string,
  key: string,
): Promise<PromptOutputs['observe']> {
  const { observer } = services.roster;
  const call = { purpose: 'observe' as const, key, agentSlug: observer.slug, models: judgeModels(services.models) };
  return callModel(services, input, { ...call, gather: async () => ({ ...(await material()), draft, observer }) });
}

/** Returns true if the observer found a draft weak and said how to improve it. */
export const isWeak = ({ score, issues }: PromptOutputs['observe']): boolean =>
  score < revisionBelow && issues.length > 0;
