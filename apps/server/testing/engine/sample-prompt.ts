import type { PromptInputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import {
  buildPrompt,
  type PromptSetting,
  type RenderedPrompt,
} from '../../src/engine/agents/prompts/render-prompt.ts';
import type { GenerateCall } from '../../src/engine/call/generate.ts';
import { newFence } from './new-fence.ts';

/**
 * Makes the setting of a prompt for a model without limits in its catalogue entry, changed as
 * given.
 */
export function sampleSetting(changes: Partial<PromptSetting> = {}): PromptSetting {
  return {
    fence: newFence(),
    hasTools: false,
    vision: false,
    contextWindow: null,
    documentTokens: 8_000,
    modelTokens: 8_000,
    scale: 1,
    ...changes,
  };
}

/** Builds a prompt and returns it with the text of its user message. */
export function buildSamplePrompt<P extends PromptPurpose>(
  purpose: P,
  input: PromptInputs[P],
  changes: Partial<PromptSetting> = {},
): RenderedPrompt & { text: string } {
  const prompt = buildPrompt(purpose, input, sampleSetting(changes));
  return { ...prompt, text: prompt.parts.map(({ text }) => text).join('\n\n') };
}

/** Returns the fields that a test does not choose: all but model, prompt and purpose. */
export const sampleRequest = (): Omit<
  GenerateCall,
  'model' | 'purpose' | 'input' | 'system' | 'parts' | 'schema'
> => ({
  form: { format: 'schema', tools: true, effort: true },
  effort: null,
  correction: null,
  maxOutputTokens: 500,
  timeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  abortSignal: new AbortController().signal,
  redact: createRedactor([]),
  cacheKey: 'run-1',
});
