import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { writeAnswer } from './fake-llm-answer.ts';
import {
  applyManners,
  type CallScript,
  countReasoning,
  type LlmBehaviour,
  writeThoughts,
} from './fake-llm-behaviour.ts';
import {
  countTokens,
  type LlmMeter,
  type MeteredCall,
  type PromptCache,
  renderPrompt,
} from './fake-llm-meter.ts';
import { refuseRequest, refuseWithKey } from './fake-llm-refusals.ts';
import { send, sendAnswer, sendFailure } from './fake-llm-server.ts';

/** A part of a message: text or an image. */
interface MessagePart {
  type: string;
  text?: string;
  image_url?: { url?: string };
}

/** The part of OpenAI's chat completion request that the fake server reads. */
export interface ChatRequest {
  model: string;
  messages: {
    role: string;
    content?: string | MessagePart[] | null;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
  }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean } | null;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  reasoning_effort?: string | null;
  tools?: {
    type: string;
    function: { name: string; description?: string; parameters?: unknown };
  }[];
  tool_choice?: unknown;
  response_format?: { type: string; json_schema?: { name?: string; schema?: unknown } } | null;
}

/** A tool that the fake model requests. `arguments` is the text on the wire, JSON or not. */
interface WireToolCall {
  name: string;
  arguments: string;
}

/**
 * Answer of a scripted call: a text, or the tools that it requests. Null leaves the answer to the
 * built-in writer.
 */
export type ScriptedAnswer = string | { toolCalls: WireToolCall[] } | null;

/** An answer as it goes on the wire. */
export interface ChatAnswer {
  id: string;
  createdS: number;
  model: string;
  /** Thoughts in the field `reasoning_content`; empty for none. */
  reasoning: string;
  text: string;
  toolCalls: WireToolCall[];
  finishReason: 'stop' | 'length' | 'tool_calls';
  inputTokens: number;
  cachedInputTokens: number;
  /** Including the reasoning. */
  outputTokens: number;
  reasoningTokens: number;
  /** Whether the answer tells its tokens. */
  reportsUsage: boolean;
  /** Changes the usage that is told. */
  tellsUsage: (usage: ReturnType<typeof trueUsage>) => unknown;
  /** Whether every event of a stream tells the usage. */
  tellsUsageOften: boolean;
}

const maxRequestBytes = 16 * 1_048_576;

/** Reads a request's body as text. Returns null if it is larger than 16 MB. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= maxRequestBytes) chunks.push(chunk);
  }
  return sizeBytes > maxRequestBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** Reads a chat completion request. Returns OpenAI's message as a string if it is wrong. */
export function parseChatRequest(text: string): ChatRequest | string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'We could not parse the JSON body of your request.';
  }
  if (typeof body !== 'object' || body === null)
    return 'The body of the request must be a JSON object.';
  if (!('model' in body) || typeof body.model !== 'string')
    return 'you must provide a model parameter';
  if (!('messages' in body) || !Array.isArray(body.messages) || body.messages.length === 0) {
    return "Missing required parameter: 'messages'.";
  }
  const request = body as ChatRequest;
  const foreign = imagesOf(request).find((url) => !imageData.test(url));
  return foreign === undefined
    ? request
    : `Failed to download image from ${foreign.slice(0, 100)}.`;
}

const imageData = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/;

/** Returns the data URLs of the images in a request's user messages, in order. */
export function imagesOf(request: ChatRequest): string[] {
  return request.messages.flatMap(({ role, content }) =>
    role === 'user' && Array.isArray(content) ? imagePartsOf(content) : [],
  );
}

/** Returns the addresses of the images among parts of a message. */
export function imagePartsOf(parts: MessagePart[]): string[] {
  return parts.flatMap(({ type, image_url: image }) =>
    type === 'image_url' ? [image?.url ?? ''] : [],
  );
}

/** Returns the most output tokens that a request allows, or `none` if it sets no cap. */
export function readCap(request: ChatRequest, none: number): number {
  return request.max_completion_tokens ?? request.max_tokens ?? none;
}

/** Returns all text of the messages with one of the roles, in order. */
export function messageText(request: ChatRequest, roles: string[]): string {
  return request.messages
    .filter((message) => roles.includes(message.role))
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : (content ?? []).flatMap(({ text }) => text ?? []).join('\n'),
    )
    .join('\n\n');
}

export function errorBody(message: string, type: string, code: string | null): string {
  return JSON.stringify({ error: { message, type, param: null, code } });
}

function usage(answer: ChatAnswer): unknown {
  return answer.tellsUsage(trueUsage(answer));
}

function trueUsage({ inputTokens, cachedInputTokens, outputTokens, reasoningTokens }: ChatAnswer) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoningTokens, audio_tokens: 0 },
  };
}

function toolCallsOf({ id, toolCalls }: ChatAnswer) {
  return toolCalls.map(({ name, arguments: given }, index) => ({
    id: `call_${id}_${index + 1}`,
    type: 'function',
    function: { name, arguments: given },
  }));
}

/** Makes the body of a chat completion that is not streamed. */
export function completionBody(answer: ChatAnswer): string {
  return JSON.stringify({
    id: answer.id,
    object: 'chat.completion',
    created: answer.createdS,
    model: answer.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text === '' && answer.toolCalls.length > 0 ? null : answer.text,
          ...(answer.reasoning !== '' && { reasoning_content: answer.reasoning }),
          refusal: null,
          annotations: [],
          ...(answer.toolCalls.length > 0 && { tool_calls: toolCallsOf(answer) }),
        },
        logprobs: null,
        finish_reason: answer.finishReason,
      },
    ],
    ...(answer.reportsUsage && { usage: usage(answer) }),
    system_fingerprint: 'fp_fake',
  });
}

/** How a completion is streamed. */
interface StreamForm {
  includeUsage: boolean;
  /**
   * Deltas of the text. Shorter texts are padded with empty deltas. Null: as many as the text
   * needs.
   */
  textDeltas: number | null;
}

/**
 * Makes the `data:` events of a streamed chat completion: thoughts, text, tools, usage if
 * requested, then `[DONE]`.
 */
export function* completionEvents(
  answer: ChatAnswer,
  { includeUsage, textDeltas }: StreamForm,
): Generator<string> {
  const chunk = (choices: unknown[], rest: object = {}) =>
    `data: ${JSON.stringify({
      id: answer.id,
      object: 'chat.completion.chunk',
      created: answer.createdS,
      model: answer.model,
      system_fingerprint: 'fp_fake',
      choices,
      ...(includeUsage && { usage: answer.tellsUsageOften ? usage(answer) : null }),
      ...rest,
    })}\n\n`;
  const choice = (delta: object, finishReason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ];
  yield chunk(choice({ role: 'assistant', content: '', refusal: null }));
  for (const piece of splitText(answer.reasoning, null))
    yield chunk(choice({ reasoning_content: piece }));
  for (const piece of splitText(answer.text, textDeltas)) yield chunk(choice({ content: piece }));
  for (const [index, call] of toolCallsOf(answer).entries()) {
    const { name, arguments: given } = call.function;
    yield chunk(choice({ tool_calls: [{ index, ...call, function: { name, arguments: '' } }] }));
    for (const piece of splitText(given, null)) {
      yield chunk(choice({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  }
  yield chunk(choice({}, answer.finishReason));
  if (includeUsage) yield chunk([], { usage: usage(answer) });
  yield 'data: [DONE]\n\n';
}

/**
 * Splits a text into `count` pieces, or into some of 16 characters and more, at most 400. Words may
 * be split.
 */
export function splitText(text: string, count: number | null): string[] {
  const size = Math.max(count === null ? 16 : 1, Math.ceil(text.length / (count ?? 400)));
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
  const missing = Math.max(0, (count ?? 0) - pieces.length);
  return [...new Array<string>(missing).fill(''), ...pieces];
}

/** The state of a server that its chat calls need. */
export interface CallContext {
  meter: LlmMeter;
  script: CallScript;
  cache: PromptCache;
  latencyMs: number;
  responder: (request: ChatRequest) => ScriptedAnswer;
}

/** Answers one chat call as the script says. Ends its record in the meter. */
export async function answerCall(
  call: MeteredCall,
  response: ServerResponse,
  context: CallContext,
): Promise<void> {
  const { meter, cache, script } = context;
  const gone = watchClient(call, response, meter);
  const { body, key } = call;
  const behaviour = script.next(body);
  const { fails, breaks } = behaviour;
  call.failure = fails?.kind ?? breaks?.how ?? null;
  if (fails !== undefined && sendFailure(response, fails)) return;
  const prompt = renderPrompt(body);
  const inputTokens = countTokens(prompt);
  const refusal =
    behaviour.repeatsKey === 'in_error'
      ? refuseWithKey(body.model, key)
      : refuseRequest(body, behaviour, inputTokens);
  if (refusal !== null) {
    call.failure = 'refused';
    return send(response, refusal.status, refusal.body);
  }
  const cached = cache.open(body.model, prompt);
  meter.charge(call, { inputTokens, cachedInputTokens: cached.cachedTokens });
  const latencyMs = behaviour.latencyMs ?? context.latencyMs;
  if (!(await thinkUnlessGone(fails?.kind === 'hang' ? null : latencyMs, gone))) return;
  if (behaviour.waitsFor) await Promise.race([behaviour.waitsFor, once(gone, 'abort')]);
  if (gone.aborted) return;
  cached.write();
  await deliver(call, composeAnswer(call, context, behaviour, key), {
    behaviour,
    response,
    meter,
    gone,
  });
  if (!response.writableFinished && !response.destroyed) {
    await Promise.race([once(response, 'finish'), once(response, 'close')]);
  }
  meter.finish(call, isBroken(call) ? 'failed' : 'answered');
}

/** Sends an answer and charges it: as far as it is sent for a stream, else at once. */
async function deliver(
  call: MeteredCall,
  answer: ChatAnswer,
  way: { behaviour: LlmBehaviour; response: ServerResponse; meter: LlmMeter; gone: AbortSignal },
): Promise<void> {
  const { behaviour, response, meter, gone } = way;
  const streams = call.body.stream === true && behaviour.ignoresStream !== true;
  const owed = { outputTokens: answer.outputTokens, reasoningTokens: answer.reasoningTokens };
  const chargesAtOnce = !streams || behaviour.fails !== undefined;
  if (chargesAtOnce) meter.charge(call, owed);
  if (behaviour.fails?.kind === 'broken_body')
    return send(response, 200, '<html>upstream error</html>');
  await sendAnswer(response, {
    answer,
    behaviour: behaviour.fails?.kind === 'cut' ? cutInMiddle(behaviour, answer) : behaviour,
    streams,
    includeUsage: call.body.stream_options?.include_usage === true,
    gone,
    onSent: (share) => chargesAtOnce || chargeShare(meter, call, owed, share),
  });
}

const isBroken = ({ failure }: MeteredCall) => failure === 'cut' || failure === 'error';

/**
 * Returns a signal that aborts when the client disconnects, which then ends the record of the call.
 */
function watchClient(call: MeteredCall, response: ServerResponse, meter: LlmMeter): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (response.writableFinished) return;
    gone.abort();
    meter.finish(call, isBroken(call) ? 'failed' : 'aborted by client');
  };
  response.once('close', leave);
  // The client may have disconnected while its request was read.
  if (response.destroyed) leave();
  return gone.signal;
}

function cutInMiddle(behaviour: LlmBehaviour, { text }: ChatAnswer): LlmBehaviour {
  // A stream has a chunk for each 16 characters; the middle of a JSON body lies after 2 of its 4
  // chunks.
  return {
    ...behaviour,
    breaks: { how: 'cut', afterChunks: Math.min(200, Math.max(2, Math.ceil(text.length / 32))) },
  };
}

function chargeShare(
  meter: LlmMeter,
  call: MeteredCall,
  owed: { outputTokens: number; reasoningTokens: number },
  share: number,
): void {
  meter.charge(call, {
    outputTokens: Math.floor(owed.outputTokens * share) - call.outputTokens,
    reasoningTokens: Math.floor(owed.reasoningTokens * share) - call.reasoningTokens,
  });
}

/** Waits for the latency (null: forever). Returns false if the client disconnects meanwhile. */
async function thinkUnlessGone(latencyMs: number | null, gone: AbortSignal): Promise<boolean> {
  if (gone.aborted) return false;
  if (latencyMs === 0) return true;
  try {
    if (latencyMs === null) await once(gone, 'abort');
    else await delay(latencyMs, undefined, { signal: gone });
    return !gone.aborted;
  } catch (error) {
    if (gone.aborted) return false;
    throw error;
  }
}

function composeAnswer(
  call: MeteredCall,
  context: CallContext,
  behaviour: LlmBehaviour,
  key: string,
): ChatAnswer {
  const { body, number } = call;
  const { text: written, toolCalls } = writeRaw(body, context, behaviour, key);
  const cap = readCap(body, Number.POSITIVE_INFINITY);
  const reasons = countReasoning(body, behaviour);
  const thoughts = behaviour.thoughts === undefined ? '' : writeThoughts(reasons);
  const inText = behaviour.thoughts === 'tags';
  const hidden = inText ? 0 : Math.max(reasons, countTokens(thoughts));
  const whole = inText ? `<think>\n${thoughts}\n</think>\n\n${written}` : written;
  const tools = hidden < cap ? toolCalls : [];
  const wantedTokens =
    hidden + countTokens(whole + (toolCalls.length > 0 ? JSON.stringify(toolCalls) : ''));
  const fits = hidden + countTokens(whole) <= cap && hidden < cap;
  return {
    id: `chatcmpl-fake${number}`,
    createdS: Math.floor(call.startedAtMs / 1_000),
    model: body.model,
    reasoning: inText ? '' : firstTokens(thoughts, cap),
    text: fits ? whole : firstTokens(whole, Math.max(0, cap - hidden)),
    toolCalls: tools,
    finishReason: tools.length > 0 ? 'tool_calls' : fits ? 'stop' : 'length',
    inputTokens: call.inputTokens,
    cachedInputTokens: call.cachedInputTokens,
    outputTokens: Math.min(wantedTokens, cap),
    reasoningTokens: Math.min(hidden, cap),
    reportsUsage: behaviour.reportsUsage !== false,
    tellsUsage: behaviour.tellsUsage ?? ((usage) => usage),
    tellsUsageOften: behaviour.tellsUsageOften === true,
  };
}

/** Writes the answer before any thoughts and caps. */
function writeRaw(
  body: ChatRequest,
  { responder }: CallContext,
  behaviour: LlmBehaviour,
  key: string,
) {
  if (behaviour.fails?.kind === 'garbage') {
    return { text: 'Sure! Here is what you asked for: {"almost": "JSON", ', toolCalls: [] };
  }
  if (behaviour.fails?.kind === 'empty') return { text: '', toolCalls: [] };
  const scripted = responder(body);
  if (typeof scripted === 'object' && scripted !== null)
    return { text: '', toolCalls: scripted.toolCalls };
  const heard = behaviour.ignoresFormat === true ? { ...body, response_format: null } : body;
  const text = scripted ?? writeAnswer(heard, messageText(heard, ['user']));
  return { text: applyManners(text, heard, behaviour, key), toolCalls: [] };
}

function firstTokens(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text;
  return Buffer.from(text)
    .subarray(0, tokens * 4)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

/** The part of OpenAI's embeddings request that the fake server reads. */
interface EmbeddingsRequest {
  model: string;
  input: string[];
  dimensions?: number;
}

const defaultDimensions = 64;
const maxInputs = 2_048;

/** Reads an embeddings request. Returns OpenAI's message as a string if it is wrong. */
export function parseEmbeddingsRequest(text: string): EmbeddingsRequest | string {
  let body: { model?: unknown; input?: unknown; dimensions?: unknown };
  try {
    body = JSON.parse(text);
  } catch {
    return 'We could not parse the JSON body of your request.';
  }
  const { model, dimensions } = body;
  if (typeof model !== 'string') return 'you must provide a model parameter';
  const input = typeof body.input === 'string' ? [body.input] : body.input;
  if (!Array.isArray(input) || input.length === 0 || input.length > maxInputs)
    return "'$.input' is invalid.";
  if (!input.every((item) => typeof item === 'string' && item !== ''))
    return "'$.input' is invalid.";
  return { model, input, ...(typeof dimensions === 'number' && { dimensions }) };
}

/**
 * Makes a vector of length 1 in which each word has a fixed direction, so that texts that share
 * words are near.
 */
export function embedText(text: string, dimensions = defaultDimensions): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const hash = createHash('sha256').update(word).digest();
    const at = hash.readUInt32LE(0) % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash.readUInt8(4) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The body of an embeddings answer. */
export function embeddingsBody(model: string, vectors: number[][], inputTokens: number): string {
  return JSON.stringify({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  });
}
