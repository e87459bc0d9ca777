import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { samplePromptInputs } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import { buildPrompt } from '../../../apps/server/src/engine/agents/prompts/render-prompt.ts';
import { generate } from '../../../apps/server/src/engine/call/generate.ts';
import { newFence } from '../../../apps/server/testing/engine/new-fence.ts';

/** Number of concurrent workflows, of steps in each, and of timed workflows. */
export const durableSizes = {
  concurrency: 100,
  steps: 6,
  warmUp: 100,
  workflows: 500,
  rounds: 2,
} as const;

/** The output of each program of the durable part: one rate per round. */
export interface DurableResult {
  stepsPerSecond: number[];
}

/** Runs `work` for `count` numbers that start at `from`, `concurrency` at once. */
export async function runConcurrently(
  from: number,
  count: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < from + count) await work(next++);
  };
  await Promise.all(Array.from({ length: durableSizes.concurrency }, worker));
}

/** Warms up, then times the rounds. Returns the steps per second of each round. */
export async function timeWorkflows(
  work: (number: number) => Promise<unknown>,
): Promise<DurableResult> {
  const { warmUp, workflows, rounds, steps } = durableSizes;
  await runConcurrently(0, warmUp, work);
  const stepsPerSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await runConcurrently(warmUp + round * workflows, workflows, work);
    stepsPerSecond.push((workflows * steps * 1_000) / (performance.now() - startedMs));
  }
  return { stepsPerSecond };
}

const parts: LanguageModelV4StreamPart[] = [
  { type: 'text-delta', id: 'text', delta: '# Findings\n\nThe market grows by 14 % a year.\n' },
  {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 20, text: 20, reasoning: 0 },
    },
  },
];

/**
 * Creates a model that answers every call at once with the same text, so that it adds no time to
 * the benchmark.
 */
export function createInstantModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Every call streams its answer')),
    doStream: async () => ({ stream: ReadableStream.from(parts) }),
  };
}

const model = createInstantModel();
const input = samplePromptInputs().draft;
const timeoutMs = 180_000;

/**
 * Does the work of one step without durability: renders the engine's prompt and makes the engine's
 * call through the AI SDK to a model that answers at once. Every contender does this in each of its
 * six steps.
 */
export async function answerOnce(): Promise<{
  text: string;
  inputTokens: number;
  outputTokens: number;
}> {
  const prompt = buildPrompt('draft', input, {
    fence: newFence(),
    hasTools: false,
    vision: false,
    scale: 1,
    contextWindow: null,
    documentTokens: 8_000,
    modelTokens: 8_000,
  });
  const { text, usage } = await generate({
    ...prompt,
    model,
    purpose: 'draft',
    input: null,
    offer: null,
    cacheKey: 'bench',
    form: { format: 'schema', tools: true, effort: true },
    effort: null,
    correction: null,
    timeoutMs,
    idleTimeoutMs: timeoutMs,
    abortSignal: new AbortController().signal,
    redact: createRedactor([]),
  });
  return { text, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens };
}
