import type { PromptInputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TSchema } from 'typebox';
import { amendPrompt } from './amend.ts';
import { consultPrompt } from './consult.ts';
import { delegatePrompt } from './delegate.ts';
import { draftPrompt } from './draft.ts';
import { evaluatePrompt } from './evaluate.ts';
import { joinParts } from './fenced-text.ts';
import { observePrompt } from './observe.ts';
import { planPrompt } from './plan.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { repairPrompt } from './repair.ts';
import { revisePrompt } from './revise.ts';
import { searchRules } from './search-rules.ts';

const promptDefinitions: { [Purpose in PromptPurpose]: PromptDefinition<Purpose> } = {
  plan: planPrompt,
  delegate: delegatePrompt,
  consult: consultPrompt,
  draft: draftPrompt,
  observe: observePrompt,
  revise: revisePrompt,
  amend: amendPrompt,
  repair: repairPrompt,
  evaluate: evaluatePrompt,
};

/** A call that is ready to be priced and made. */
export interface RenderedPrompt {
  system: string;
  prompt: string;
  schema: TSchema | null;
  maxOutputTokens: number;
  /** UTF-8 bytes of everything that is sent, including the schema. They bound the input tokens. */
  promptBytes: number;
}

/**
 * Renders the call for one purpose. Pure, so that a durable step can repeat it from the recorded `fence`.
 * Takes the input of the purpose, a fence from `newFence()`, and whether the call offers the search.
 */
export function buildPrompt<Purpose extends PromptPurpose>(
  purpose: Purpose,
  input: PromptInputs[Purpose],
  fence: string,
  canSearch = false,
): RenderedPrompt {
  const definition: PromptDefinition<Purpose> = promptDefinitions[purpose];
  const rendered = definition.render(input, fence, canSearch);
  const system = canSearch ? joinParts([rendered.system, searchRules]) : rendered.system;
  const { prompt } = rendered;
  const schema = definition.outputSchema(input);
  const sent = [system, prompt, schema === null ? '' : JSON.stringify(schema)];
  const promptBytes = sent.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
  return { system, prompt, schema, maxOutputTokens: definition.maxOutputTokens, promptBytes };
}
