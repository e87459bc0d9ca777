import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { writeAnswer } from './fake-llm-answer.ts';
import { embeddingsBody, embedText, parseEmbeddingsRequest } from './fake-llm-embeddings.ts';
import { FailureScript, type LlmFailure } from './fake-llm-failures.ts';
import { countTokens, LlmMeter, type MeteredCall, type TokenPrices } from './fake-llm-meter.ts';
import {
  type ChatAnswer,
  type ChatRequest,
  completionBody,
  completionEvents,
  errorBody,
  messageText,
  parseChatRequest,
  readBody,
  type WireToolCall,
} from './fake-llm-wire.ts';

/** Answer of a scripted call: a text, or the tools that it requests. Null leaves the answer to the built-in writer. */
export type ScriptedAnswer = string | { toolCalls: WireToolCall[] } | null;

export interface FakeLlmServerOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** If set, other bearer tokens get 401. */
  apiKey?: string;
  /** The ids of GET /v1/models. A call may name any model. */
  models?: string[];
  /** Prices of the meter. Default 1 and 4 USD per million tokens. */
  prices?: TokenPrices;
  /** Time between a call and its answer. Can be changed on the server. Default 0. */
  latencyMs?: number;
  /** Called when a call ends, with any outcome. */
  onCallEnd?: (call: MeteredCall) => void;
}

/** A running fake of an OpenAI-compatible model server, on real HTTP. */
export interface FakeLlmServer {
  /** Address for OPENAI_COMPATIBLE_BASE_URL, including `/v1`. */
  baseUrl: string;
  meter: LlmMeter;
  latencyMs: number;
  /** Replaces the answers. Null for a call leaves it to the built-in writer. */
  respondWith(responder: (request: ChatRequest) => ScriptedAnswer): void;
  /** Replaces the vectors. The built-in ones are near each other for texts that share words. */
  embedWith(embed: (text: string, dimensions?: number) => number[]): void;
  failNext(...failures: LlmFailure[]): void;
  failWhen(rule: (request: ChatRequest) => LlmFailure | null): void;
  /** Stops listening and ends every connection, including hanging calls. */
  close(): Promise<void>;
}

interface ServerState {
  options: FakeLlmServerOptions;
  meter: LlmMeter;
  script: FailureScript;
  latencyMs: number;
  responder: (request: ChatRequest) => ScriptedAnswer;
  embed: (text: string, dimensions?: number) => number[];
}

/**
 * Starts the fake with OpenAI's POST /v1/chat/completions (JSON and event stream), POST /v1/embeddings and GET
 * /v1/models. Its answers are deterministic, fit the requested JSON schema and are made from the prompt, so that the
 * whole product runs on it.
 */
export async function startFakeLlmServer(options: FakeLlmServerOptions = {}): Promise<FakeLlmServer> {
  const state: ServerState = {
    options,
    meter: new LlmMeter(options.prices ?? { inputPerMillion: 1, outputPerMillion: 4 }),
    script: new FailureScript(),
    latencyMs: options.latencyMs ?? 0,
    responder: () => null,
    embed: embedText,
  };
  const server = createServer((request, response) => {
    handleRequest(request, response, state).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) sendError(response, 500, message, 'server_error', null);
      else response.destroy();
    });
  });
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${address}:${port}/v1`,
    meter: state.meter,
    get latencyMs() {
      return state.latencyMs;
    },
    set latencyMs(latencyMs) {
      state.latencyMs = latencyMs;
    },
    respondWith: (responder) => {
      state.responder = responder;
    },
    embedWith: (embed) => {
      state.embed = embed;
    },
    failNext: (...failures) => state.script.failNext(...failures),
    failWhen: (rule) => state.script.failWhen(rule),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function handleRequest(request: IncomingMessage, response: ServerResponse, state: ServerState): Promise<void> {
  response.setHeader('x-request-id', `req_fake_${state.meter.calls.length + 1}`);
  const path = new URL(request.url ?? '/', 'http://fake').pathname;
  const { apiKey, models = ['fake-model'] } = state.options;
  if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
    return sendError(response, 401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key');
  }
  if (request.method === 'GET' && path === '/v1/models') {
    const data = models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'fake' }));
    return send(response, 200, JSON.stringify({ object: 'list', data }));
  }
  if (request.method === 'POST' && path === '/v1/embeddings') return embed(request, response, state);
  if (request.method !== 'POST' || path !== '/v1/chat/completions') {
    const message = `Unknown request URL: ${request.method} ${path}.`;
    return sendError(response, 404, message, 'invalid_request_error', 'unknown_url');
  }
  const text = await readBody(request);
  const chat = text === null ? 'The body of the request is too large.' : parseChatRequest(text);
  if (typeof chat === 'string') return sendError(response, 400, chat, 'invalid_request_error', null);
  const call = state.meter.start(chat, null);
  try {
    await answerCall(call, response, state);
  } finally {
    state.meter.finish(call, 'failed');
    state.options.onCallEnd?.(call);
  }
}

async function embed(request: IncomingMessage, response: ServerResponse, state: ServerState): Promise<void> {
  const text = await readBody(request);
  const asked = text === null ? 'The body of the request is too large.' : parseEmbeddingsRequest(text);
  if (typeof asked === 'string') return sendError(response, 400, asked, 'invalid_request_error', null);
  const { model, input, dimensions } = asked;
  const body = { model, messages: input.map((content) => ({ role: 'user', content })) };
  const call = state.meter.start(body, null, 'embeddings');
  const failure = state.script.next(body);
  call.failure = failure?.kind ?? null;
  if (failure !== null && sendFailure(response, failure)) return state.meter.finish(call, 'failed');
  state.meter.charge(call, { inputTokens: input.reduce((sum, item) => sum + countTokens(item), 0) });
  if (failure !== null) response.destroy();
  else {
    const vectors = input.map((item) => state.embed(item, dimensions));
    send(response, 200, embeddingsBody(model, vectors, call.inputTokens));
  }
  state.meter.finish(call, failure === null ? 'answered' : 'failed');
  state.options.onCallEnd?.(call);
}

async function answerCall(call: MeteredCall, response: ServerResponse, state: ServerState): Promise<void> {
  const gone = new AbortController();
  const leave = () => {
    if (response.writableFinished) return;
    gone.abort();
    state.meter.finish(call, call.failure === 'cut' ? 'failed' : 'aborted by client');
  };
  response.once('close', leave);
  // The client may have disconnected while its request was read.
  if (response.destroyed) leave();
  const failure = state.script.next(call.body);
  call.failure = failure?.kind ?? null;
  if (failure !== null && sendFailure(response, failure)) return;
  state.meter.charge(call, { inputTokens: countTokens(JSON.stringify(call.body.messages)) });
  if (!(await thinkUnlessGone(failure?.kind === 'hang' ? null : state.latencyMs, gone.signal))) return;
  const answer = composeAnswer(call, state, failure);
  state.meter.charge(call, { outputTokens: answer.outputTokens });
  if (failure?.kind === 'cut') return cutAnswer(response, answer);
  if (failure?.kind === 'broken_body') send(response, 200, '<html>upstream error</html>');
  else if (call.body.stream === true) await sendEvents(response, call.body, answer);
  else send(response, 200, completionBody(answer));
  if (!response.writableFinished && !response.destroyed)
    await Promise.race([once(response, 'finish'), once(response, 'close')]);
  state.meter.finish(call, 'answered');
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

function composeAnswer(call: MeteredCall, state: ServerState, failure: LlmFailure | null): ChatAnswer {
  const { body, number } = call;
  const scripted: ScriptedAnswer =
    failure?.kind === 'garbage' ? 'Sure! Here is what you asked for: {"almost": "JSON", ' : state.responder(body);
  const toolCalls = typeof scripted === 'object' ? (scripted?.toolCalls ?? []) : [];
  const written = typeof scripted === 'string' ? scripted : writeAnswer(body, messageText(body, ['user']));
  const whole = toolCalls.length > 0 ? '' : written;
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY;
  const fits = countTokens(whole) <= maxTokens;
  const text = fits
    ? whole
    : Buffer.from(whole)
        .subarray(0, maxTokens * 4)
        .toString('utf8')
        .replace(/\uFFFD+$/, '');
  return {
    id: `chatcmpl-fake${number}`,
    createdS: Math.floor(call.startedAtMs / 1_000),
    model: body.model,
    text,
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool_calls' : fits ? 'stop' : 'length',
    inputTokens: call.inputTokens,
    outputTokens: Math.min(countTokens(whole + (toolCalls.length > 0 ? JSON.stringify(toolCalls) : '')), maxTokens),
  };
}

/** Sends an HTTP error if the failure is one. Returns whether it did. */
function sendFailure(response: ServerResponse, failure: LlmFailure): boolean {
  switch (failure.kind) {
    case 'rate_limit':
      if (failure.retryAfterS !== undefined) response.setHeader('retry-after', String(failure.retryAfterS));
      sendError(response, 429, 'Rate limit reached for requests', 'requests', 'rate_limit_exceeded');
      return true;
    case 'server_error':
      sendError(response, failure.status ?? 500, 'The server had an error.', 'server_error', null);
      return true;
    case 'unauthorized':
      sendError(response, 401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key');
      return true;
    case 'bad_request':
      sendError(response, 400, failure.message ?? 'This request is refused by script.', 'invalid_request_error', null);
      return true;
    case 'no_credit':
      sendError(response, 429, 'You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota');
      return true;
    default:
      return false;
  }
}

async function sendEvents(response: ServerResponse, body: ChatRequest, answer: ChatAnswer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of completionEvents(answer, body.stream_options?.include_usage === true)) {
    if (response.destroyed) return;
    if (!response.write(event)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

function cutAnswer(response: ServerResponse, answer: ChatAnswer): void {
  const body = completionBody(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function sendError(response: ServerResponse, status: number, message: string, type: string, code: string | null): void {
  send(response, status, errorBody(message, type, code));
}
