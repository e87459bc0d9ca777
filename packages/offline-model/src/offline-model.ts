import { setTimeout as delay } from 'node:timers/promises';
import {
  InvalidArgumentError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
  type LanguageModelV4ToolCall,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import { createSemaphore, createTimeSlice, type TimeSlice } from '@ecp/semaphore/semaphore';
import { answerPurpose, isPurpose, type OfflinePurpose } from './answer-purpose.ts';
import { askTools, readOffer, type ToolOffer } from './ask-tools.ts';

interface Answer {
  text: string;
  toolCalls: LanguageModelV4ToolCall[];
  usage: LanguageModelV4Usage;
  finishReason: LanguageModelV4FinishReason;
}

interface OfflineModelOptions {
  modelId: string;
  /** Delay before each answer, in milliseconds; an abort ends it at once. */
  latencyMs: number;
  /** Returns the holder of the current call, such as a tenant's id. Holders take turns. */
  currentHolder: () => string;
  /**
   * Writes an answer elsewhere, such as in another process; by default this process writes it in
   * time slices.
   */
  write?: OfflineWriter;
}

/** One call as data. */
export interface OfflineOrder {
  asked: Asked;
  offer: ToolOffer;
  /** Size that a document should not exceed; null for none. */
  maxBytes: number | null;
}

/** The answer to an order. */
export interface OfflineDraft {
  text: string;
  isCut: boolean;
  toolCalls: LanguageModelV4ToolCall[];
}

/** @param holder whose turn the work takes */
export type OfflineWriter = (holder: string, order: OfflineOrder) => Promise<OfflineDraft>;

/**
 * Limits the answers at once, because each works in every round of the event loop. A holder gets at
 * most three.
 */
const answersAtOnce = 4;
const answering = createSemaphore({
  permits: answersAtOnce,
  mayAcquire: (free, [held = 0]) => held < free * 3,
});

const bytesPerToken = 4;
const partLength = 240;

/**
 * Returns a model that extracts its answers from `providerOptions.local = { purpose, input }`;
 * equal calls, equal answers.
 * @throws InvalidArgumentError for an unknown purpose or an input of another shape
 */
export function createOfflineModel(options: OfflineModelOptions): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'local',
    modelId: options.modelId,
    supportedUrls: {},
    doGenerate: async (call) => {
      const { text, toolCalls, usage, finishReason } = await answerCall(call, options);
      const content = toolCalls.length > 0 ? toolCalls : [{ type: 'text' as const, text }];
      return { content, usage, finishReason, warnings: [] };
    },
    doStream: async (call) => {
      const answer = await answerCall(call, options);
      return { stream: streamAnswer(answer, call.abortSignal) };
    },
  };
}

async function answerCall(
  call: LanguageModelV4CallOptions,
  options: OfflineModelOptions,
): Promise<Answer> {
  const { latencyMs, currentHolder, write } = options;
  const signal = call.abortSignal;
  signal?.throwIfAborted();
  if (latencyMs > 0) await delay(latencyMs, undefined, signal ? { signal } : {});
  const maxBytes = call.maxOutputTokens === undefined ? null : call.maxOutputTokens * bytesPerToken;
  const order = { asked: readCall(call), offer: readOffer(call), maxBytes };
  const holder = currentHolder();
  if (write) return toAnswer(call, await write(holder, order));
  const writeHere = () => writeAnswer(order, createTimeSlice(signal));
  return toAnswer(call, await answering.run(holder, writeHere, { signal }));
}

function toAnswer(
  { prompt }: LanguageModelV4CallOptions,
  { text, isCut, toolCalls }: OfflineDraft,
): Answer {
  const asksTools = toolCalls.length > 0;
  const reason = asksTools ? 'tool-calls' : isCut ? 'length' : 'stop';
  return {
    text,
    toolCalls,
    usage: countUsage(prompt, asksTools ? JSON.stringify(toolCalls) : text),
    finishReason: { unified: reason, raw: reason },
  };
}

/** Writes the answer to a call: tool calls, else a text that a document's limit may cut. */
export async function writeAnswer(
  { asked, offer, maxBytes }: OfflineOrder,
  slice: TimeSlice,
): Promise<OfflineDraft> {
  const { purpose } = asked;
  if (purpose === 'draft') {
    const toolCalls = await askTools(asked.input, offer, slice);
    if (toolCalls.length > 0) return { text: '', isCut: false, toolCalls };
  }
  const most = maxBytes ?? Number.POSITIVE_INFINITY;
  const whole = await answerPurpose(purpose, asked.input, most, slice);
  const isMarkdown = purpose === 'draft' || purpose === 'revise';
  const text = isMarkdown ? cutAtLine(whole, most) : whole;
  return { text, isCut: text !== whole, toolCalls: [] };
}

type Asked = {
  [Purpose in OfflinePurpose]: { purpose: Purpose; input: PromptInputs[Purpose] };
}[OfflinePurpose];

function readCall(call: LanguageModelV4CallOptions): Asked {
  const { purpose, input } = call.providerOptions?.['local'] ?? {};
  if (!isPurpose(purpose)) {
    throw new InvalidArgumentError({
      argument: 'providerOptions.local.purpose',
      message: `The offline model answers only the engine's own purposes, not ${JSON.stringify(purpose ?? null)}.`,
    });
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidArgumentError({
      argument: 'providerOptions.local.input',
      message: `The input of purpose ${purpose} is no object.`,
    });
  }
  return { purpose, input } as unknown as Asked;
}

function cutAtLine(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const cut = Buffer.from(text).subarray(0, maxBytes).toString();
  return cut.slice(0, cut.lastIndexOf('\n') + 1);
}

/** Estimates the tokens of a hosted model, at about four bytes each. */
function countUsage(prompt: LanguageModelV4Prompt, text: string): LanguageModelV4Usage {
  const input = Math.ceil(
    prompt.reduce((sum, message) => sum + countBytes(message.content), 0) / bytesPerToken,
  );
  const output = Math.ceil(Buffer.byteLength(text) / bytesPerToken);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function countBytes(content: LanguageModelV4Prompt[number]['content']): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return content.reduce(
    (sum, part) => sum + ('text' in part ? Buffer.byteLength(part.text) : 0),
    0,
  );
}

function streamAnswer(
  answer: Answer,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = listParts(answer);
  return new ReadableStream({
    pull: (controller) => {
      if (signal?.aborted) return controller.error(signal.reason);
      const next = parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

function* listParts({
  text,
  toolCalls,
  usage,
  finishReason,
}: Answer): Generator<LanguageModelV4StreamPart> {
  const id = 'text';
  yield { type: 'stream-start', warnings: [] };
  yield* toolCalls;
  yield { type: 'text-start', id };
  const characters = text.match(new RegExp(`[\\s\\S]{1,${partLength}}`, 'gu')) ?? [];
  for (const delta of characters) yield { type: 'text-delta', id, delta };
  yield { type: 'text-end', id };
  yield { type: 'finish', usage, finishReason };
}
