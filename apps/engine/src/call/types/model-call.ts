import type { PromptInputs, PromptOutputs, PromptPurpose, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { ModelMessage } from 'ai';
import type { PromptCall } from '../../agents/prompts/render-prompt.ts';
import type { EngineServices } from '../../kernel/engine-services.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import type { CallSlots } from '../gate/call-slots.ts';
import type { CallsInFlight } from '../gate/calls-in-flight.ts';
import type { ProviderThrottle } from '../gate/provider-throttle.ts';
import type { ToolDefinition, ToolTurn } from './tool-types.ts';

/** The tools of one call, and what was asked for in its turns before this one. */
export interface CallTools {
  definitions: ToolDefinition[];
  turns: ToolTurn[];
}

/** Tools of a call and what was said since its prompt. */
export interface OfferedTools {
  tools: ToolDefinition[];
  /** False in the last turn: the model must answer now. */
  open: boolean;
  /** The prompt, then the turns before with their results. */
  messages: ModelMessage[];
}

/** One call of a run to a model. */
export interface ModelCall<P extends PromptPurpose> extends RunRef {
  engagementId: string;
  taskId: string | null;
  /** Unique in the run: what makes a repeated step recognise its own finished call. */
  callKey: string;
  purpose: P;
  agentSlug: string;
  model: CatalogModel;
  /** Reads what the prompt is made of: only for a call that is to be made, and not while its run is paused. */
  gather(): Promise<PromptInputs[P]>;
  /** Tools that the call offers where there are sources, and its turns before this one; absent: none. */
  tools?: CallTools | null;
}

/** Why a call has no answer and will get none. A stop needs no record: it stands in the run. */
export interface CallFailure {
  outcome: 'failed' | 'exhausted';
  message: string;
}

/** How a call ended for the workflow: the same however often it is executed, and never thrown where it can be expected. */
export type CallOutcome<P extends PromptPurpose> =
  /** `cut`: a text that stopped at the output cap. */
  | { outcome: 'answered'; answer: PromptOutputs[P]; cut: boolean; costNanoUsd: number }
  | { outcome: 'stopped' }
  | CallFailure;

/** The same for a call that offers tools: the model may ask for them instead of answering. */
export type TurnOutcome<P extends PromptPurpose> =
  | CallOutcome<P>
  | { outcome: 'asked'; turn: ToolTurn; costNanoUsd: number };

/** What calls need beside the services of all: the gates that they pass, and the tools that they offer. */
export interface CallDependencies extends EngineServices {
  slots: CallSlots;
  inFlight: CallsInFlight;
  throttle: ProviderThrottle;
  /**
   * Makes what a call sends besides its prompt: the tools, and the turns before with what they found. Returns the offer
   * and the UTF-8 bytes of all that is sent: the bound of the input tokens.
   */
  prepareTools(
    services: CallDependencies,
    call: ModelCall<PromptPurpose>,
    tools: CallTools,
    sources: SourceDocument[],
    prompt: PromptCall,
    fence: string,
  ): Promise<{ offer: OfferedTools; promptBytes: number }>;
}
