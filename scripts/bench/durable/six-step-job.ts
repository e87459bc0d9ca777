import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import { buildPrompt } from '../../../apps/engine/src/agents/prompts/render-prompt.ts';
import { generate } from '../../../apps/engine/src/call/generate/generate.ts';
import { newFence } from '../../../apps/engine/testing/new-fence.ts';
import { createInstantModel } from './instant-model.ts';

const model = createInstantModel();
const input = samplePromptInputs().draft;
const timeoutMs = 180_000;

/**
 * Does the work of one step without durability: renders the engine's prompt and makes the engine's call through the AI
 * SDK to a model that answers at once. Every contender does this in each of its six steps.
 */
export async function answerOnce(): Promise<{ text: string; inputTokens: number; outputTokens: number }> {
  const prompt = buildPrompt('draft', input, {
    ...{ fence: newFence(), hasTools: false, vision: false, scale: 1 },
    ...{ contextWindow: null, documentTokens: 8_000, modelTokens: 8_000 },
  });
  const { text, usage } = await generate({
    ...{ ...prompt, model, purpose: 'draft', input: null, offer: null, cacheKey: 'bench' },
    ...{ form: { format: 'schema', tools: true, effort: true }, effort: null, correction: null },
    ...{ timeoutMs, idleTimeoutMs: timeoutMs, abortSignal: new AbortController().signal },
    redact: createRedactor([]),
  });
  return { text, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens };
}
