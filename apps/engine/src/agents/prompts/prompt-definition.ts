import type { PromptInputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TSchema } from 'typebox';

/** The two texts of a call: standing instructions, and the material with the assignment. */
export interface RenderedPrompt {
  system: string;
  prompt: string;
}

/** How one kind of model call is asked. Rendering is pure: the same input and fence give the same texts. */
export interface PromptDefinition<Purpose extends PromptPurpose> {
  purpose: Purpose;
  /** The shape of the answer for this input; null for a markdown document. */
  outputSchema: (input: PromptInputs[Purpose]) => TSchema | null;
  /** Sent with every call: the budget holds its price before the call (BUD-2, BUD-5). */
  maxOutputTokens: number;
  /**
   * `fence` is an unguessable marker, new for each call, that encloses every untrusted text. `canSearch` is true when
   * what does not fit can be searched for.
   */
  render: (input: PromptInputs[Purpose], fence: string, canSearch: boolean) => RenderedPrompt;
}
