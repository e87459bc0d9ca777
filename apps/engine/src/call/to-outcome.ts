import type { PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TurnOutcome } from './types/model-call.ts';
import { isToolTurn, type ToolTurn } from './types/tool-types.ts';

/** Returns the outcome of a recorded answer: the model answered, or asked for tools. */
export function toOutcome<P extends PromptPurpose>(
  answer: PromptOutputs[P] | ToolTurn,
  cut: boolean,
  costNanoUsd: number,
): TurnOutcome<P> {
  return isToolTurn(answer)
    ? { outcome: 'asked', turn: answer, costNanoUsd }
    : { outcome: 'answered', answer, cut, costNanoUsd };
}
