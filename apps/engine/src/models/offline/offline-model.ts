import { setTimeout as delay } from 'node:timers/promises';
import {
  InvalidArgumentError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { PromptPurpose } from '../../agents/prompts/prompt-types.ts';
import { answerPurpose, isPurpose } from './answer-purpose.ts';
import { createPace, type Pace } from './pace.ts';
import { promptSchemas } from './prompt-schemas.ts';

interface Answer {
  text: string;
  usage: LanguageModelV4Usage;
  finishReason: LanguageModelV4FinishReason;
}

const bytesPerToken = 4;
const partLength = 240;

/**
 * The built-in offline model (contract, 1): deterministic extraction from what the call carries, behind the interface of
 * every other provider. The call carries `providerOptions.local = { purpose, input }`.
 * @param options.latencyMs delay before each answer, in milliseconds; an abort ends it at once
 * @throws InvalidArgumentError for a call without a known purpose or with an input of another shape
 */
export function createOfflineModel(options: { modelId: string; latencyMs: number }): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'local',
    modelId: options.modelId,
    supportedUrls: {},
    doGenerate: async (call) => {
      const { text, usage, finishReason } = await answerCall(call, options.latencyMs);
      return { content: [{ type: 'text', text }], usage, finishReason, warnings: [] };
    },
    doStream: async (call) => {
      const answer = await answerCall(call, options.latencyMs);
      return { stream: streamAnswer(answer, call.abortSignal) };
    },
  };
}

async function answerCall(call: LanguageModelV4CallOptions, latencyMs: number): Promise<Answer> {
  const signal = call.abortSignal;
  signal?.throwIfAborted();
  if (latencyMs > 0) await delay(latencyMs, undefined, signal ? { signal } : {});
  const { purpose, input } = readCall(call);
  const maxBytes = (call.maxOutputTokens ?? Number.POSITIVE_INFINITY) * bytesPerToken;
  const whole = await answerInput(purpose, input, maxBytes, createPace(signal));
  const isMarkdown = purpose === 'draft' || purpose === 'revise' || purpose === 'repair';
  const text = isMarkdown ? cutAtLine(whole, maxBytes) : whole;
  return {
    text,
    usage: countUsage(call.prompt, text),
    finishReason: text === whole ? { unified: 'stop', raw: 'stop' } : { unified: 'length', raw: 'length' },
  };
}

function readCall(call: LanguageModelV4CallOptions): { purpose: PromptPurpose; input: unknown } {
  const local = call.providerOptions?.['local'];
  const purpose = local?.['purpose'];
  if (!isPurpose(purpose)) {
    throw new InvalidArgumentError({
      argument: 'providerOptions.local.purpose',
      message: `The offline model answers only the engine's own purposes, not ${JSON.stringify(purpose ?? null)}.`,
    });
  }
  return { purpose, input: local?.['input'] };
}

function answerInput<Purpose extends PromptPurpose>(
  purpose: Purpose,
  input: unknown,
  maxBytes: number,
  pace: Pace,
): Promise<string> {
  const checked = promptSchemas[purpose].safeParse(input);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw new InvalidArgumentError({
      argument: `providerOptions.local.input.${issue?.path.join('.') ?? ''}`,
      message: `The input of purpose ${purpose} has another shape: ${issue?.message ?? 'unknown'}.`,
    });
  }
  return answerPurpose(purpose, checked.data, maxBytes, pace);
}

function cutAtLine(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const cut = Buffer.from(text).subarray(0, maxBytes).toString();
  return cut.slice(0, cut.lastIndexOf('\n') + 1);
}

/** Tokens as a hosted model would count them, about four bytes each. */
function countUsage(prompt: LanguageModelV4Prompt, text: string): LanguageModelV4Usage {
  const input = Math.ceil(prompt.reduce((sum, message) => sum + countBytes(message.content), 0) / bytesPerToken);
  const output = Math.ceil(Buffer.byteLength(text) / bytesPerToken);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function countBytes(content: LanguageModelV4Prompt[number]['content']): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return content.reduce((sum, part) => sum + ('text' in part ? Buffer.byteLength(part.text) : 0), 0);
}

function streamAnswer(
  { text, usage, finishReason }: Answer,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = listParts(text, usage, finishReason);
  return new ReadableStream({
    pull: (controller) => {
      if (signal?.aborted) return controller.error(signal.reason);
      const next = parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

function* listParts(
  text: string,
  usage: LanguageModelV4Usage,
  finishReason: LanguageModelV4FinishReason,
): Generator<LanguageModelV4StreamPart> {
  const id = 'text';
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id };
  const characters = text.match(new RegExp(`[\\s\\S]{1,${partLength}}`, 'gu')) ?? [];
  for (const delta of characters) yield { type: 'text-delta', id, delta };
  yield { type: 'text-end', id };
  yield { type: 'finish', usage, finishReason };
}
