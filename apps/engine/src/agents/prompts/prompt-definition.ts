import type { PromptInputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TSchema } from 'typebox';

/** The two texts of a call: the standing instructions, and the material with the assignment. */
export interface RenderedPrompt {
  system: string;
  prompt: string;
}

/** The prompt for one purpose. Rendering is pure: the same input and fence give the same texts. */
export interface PromptDefinition<Purpose extends PromptPurpose> {
  purpose: Purpose;
  /** Returns the schema of the answer for this input, or null for a markdown document. */
  outputSchema: (input: PromptInputs[Purpose]) => TSchema | null;
  /** The output limit, which is sent with every call. Its price is reserved before the call (BUD-2, BUD-5). */
  maxOutputTokens: number;
  /**
   * `fence` is an unguessable marker, new for each call, that encloses every untrusted text. `canSearch` is true if the model
   * can search for text that does not fit.
   */
  render: (input: PromptInputs[Purpose], fence: string, canSearch: boolean) => RenderedPrompt;
}
