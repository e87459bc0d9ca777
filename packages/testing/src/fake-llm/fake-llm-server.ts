import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { CallScript, type LlmBehaviour, type ScriptedCall } from './fake-llm-behaviour.ts';
import {
  countTokens,
  LlmMeter,
  type MeteredCall,
  PromptCache,
  type TokenPrices,
} from './fake-llm-meter.ts';
import {
  answerCall,
  type CallContext,
  type ChatAnswer,
  type ChatRequest,
  completionBody,
  completionEvents,
  embeddingsBody,
  embedText,
  errorBody,
  parseChatRequest,
  parseEmbeddingsRequest,
  readBody,
  type ScriptedAnswer,
  splitText,
} from './fake-llm-wire.ts';

interface FakeLlmServerOptions {
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
  /**
   * Sets the manners of all models, or of one, which adds its own to those of all. Replaces earlier
   * ones.
   */
  behave(behaviour: LlmBehaviour, model?: string): void;
  /**
   * Makes the next calls fail or behave like this, one entry for each call, in the order of
   * arrival.
   */
  failNext(...calls: ScriptedCall[]): void;
  /**
   * Makes calls fail or behave as the rule says, unless it returns null. Replaces an earlier rule.
   */
  failWhen(rule: (request: ChatRequest) => ScriptedCall | null): void;
  /** Stops listening and ends every connection, including hanging calls. */
  close(): Promise<void>;
}

interface ServerState extends CallContext {
  options: FakeLlmServerOptions;
  embed: (text: string, dimensions?: number) => number[];
}

/**
 * Starts a fake of OpenAI's chat completions, embeddings and models. Answers are deterministic,
 * made from the prompt, and fit the requested schema.
 */
export async function startFakeLlmServer(
  options: FakeLlmServerOptions = {},
): Promise<FakeLlmServer> {
  const state: ServerState = {
    options,
    meter: new LlmMeter(options.prices ?? { inputPerMillion: 1, outputPerMillion: 4 }),
    script: new CallScript(),
    cache: new PromptCache(),
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
    behave: (behaviour, model) => state.script.behave(behaviour, model),
    failNext: (...calls) => state.script.failNext(...calls),
    failWhen: (rule) => state.script.failWhen(rule),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  state: ServerState,
): Promise<void> {
  response.setHeader('x-request-id', `req_fake_${state.meter.calls.length + 1}`);
  const path = new URL(request.url ?? '/', 'http://fake').pathname;
  const { apiKey, models = ['fake-model'] } = state.options;
  if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
    return sendError(
      response,
      401,
      'Incorrect API key provided.',
      'invalid_request_error',
      'invalid_api_key',
    );
  }
  if (request.method === 'GET' && path === '/v1/models') {
    const data = models.map((id) => ({
      id,
      object: 'model',
      created: 1_700_000_000,
      owned_by: 'fake',
    }));
    return send(response, 200, JSON.stringify({ object: 'list', data }));
  }
  if (request.method === 'POST' && path === '/v1/embeddings')
    return embed(request, response, state);
  if (request.method !== 'POST' || path !== '/v1/chat/completions') {
    const message = `Unknown request URL: ${request.method} ${path}.`;
    return sendError(response, 404, message, 'invalid_request_error', 'unknown_url');
  }
  const text = await readBody(request);
  const chat = text === null ? 'The body of the request is too large.' : parseChatRequest(text);
  if (typeof chat === 'string')
    return sendError(response, 400, chat, 'invalid_request_error', null);
  const call = state.meter.start(chat, { key: keyOf(request), endpoint: 'chat', failure: null });
  try {
    await answerCall(call, response, state);
  } finally {
    state.meter.finish(call, 'failed');
    state.options.onCallEnd?.(call);
  }
}

const keyOf = ({ headers }: IncomingMessage): string =>
  headers.authorization?.replace(/^Bearer /, '') ?? '';

async function embed(
  request: IncomingMessage,
  response: ServerResponse,
  state: ServerState,
): Promise<void> {
  const text = await readBody(request);
  const asked =
    text === null ? 'The body of the request is too large.' : parseEmbeddingsRequest(text);
  if (typeof asked === 'string')
    return sendError(response, 400, asked, 'invalid_request_error', null);
  const { model, input, dimensions } = asked;
  const body = { model, messages: input.map((content) => ({ role: 'user', content })) };
  const failure = state.script.next(body).fails ?? null;
  const call = state.meter.start(body, {
    key: keyOf(request),
    endpoint: 'embeddings',
    failure: failure?.kind ?? null,
  });
  if (failure !== null && sendFailure(response, failure)) return state.meter.finish(call, 'failed');
  state.meter.charge(call, {
    inputTokens: input.reduce((sum, item) => sum + countTokens(item), 0),
  });
  if (failure !== null) response.destroy();
  else {
    const vectors = input.map((item) => state.embed(item, dimensions));
    send(response, 200, embeddingsBody(model, vectors, call.inputTokens));
  }
  state.meter.finish(call, failure === null ? 'answered' : 'failed');
  state.options.onCallEnd?.(call);
}

/** Sends a whole JSON body. */
export function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Sends an error in OpenAI's shape. */
function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  type: string,
  code: string | null,
): void {
  send(response, status, errorBody(message, type, code));
}

/** The form and pace in which an answer is sent. */
export interface Delivery {
  answer: ChatAnswer;
  behaviour: LlmBehaviour;
  streams: boolean;
  /** Whether the client asked for usage in the stream. */
  includeUsage: boolean;
  /** Aborts when the client disconnects. */
  gone: AbortSignal;
  /** Called after each chunk of a stream with the share of the answer that is sent (0 to 1). */
  onSent(share: number): void;
}

/** Sends an answer as a stream or as JSON, slowly or broken where the behaviour says so. */
export async function sendAnswer(response: ServerResponse, delivery: Delivery): Promise<void> {
  const { answer, behaviour, streams, gone } = delivery;
  const { slow, breaks } = behaviour;
  if (!streams && slow === undefined && breaks === undefined)
    return send(response, 200, completionBody(answer));
  response.writeHead(200, streams ? eventHeaders : { 'content-type': 'application/json' });
  response.flushHeaders();
  try {
    if (slow?.sends === 'comments')
      await keepAlive(response, slow, streams ? ': keep-alive\n\n' : '\n', gone);
    await sendChunks(response, chunksOf(delivery), delivery);
  } catch (error) {
    // A client that leaves ends the waits.
    if (!gone.aborted) throw error;
  }
}

const eventHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** Rounds of a slow answer. */
function countRounds({ everyMs, forMs }: { everyMs: number; forMs: number }): number {
  return Math.max(1, Math.floor(forMs / everyMs));
}

async function keepAlive(
  response: ServerResponse,
  slow: NonNullable<LlmBehaviour['slow']>,
  comment: string,
  gone: AbortSignal,
): Promise<void> {
  for (let round = 0; round < countRounds(slow); round += 1) {
    await write(response, comment);
    await delay(slow.everyMs, undefined, { signal: gone });
  }
}

function chunksOf({ answer, behaviour: { slow }, streams, includeUsage }: Delivery): string[] {
  const rounds = slow?.sends === 'chunks' ? countRounds(slow) : null;
  if (!streams) return splitText(completionBody(answer), rounds ?? 4);
  return [
    ...completionEvents(answer, {
      includeUsage: includeUsage && answer.reportsUsage,
      textDeltas: rounds,
    }),
  ];
}

async function sendChunks(
  response: ServerResponse,
  chunks: string[],
  delivery: Delivery,
): Promise<void> {
  const { behaviour, gone, onSent, streams } = delivery;
  const { slow, breaks } = behaviour;
  const everyMs = slow?.sends === 'chunks' ? slow.everyMs : 0;
  const whole =
    breaks === undefined ? chunks.length : Math.min(breaks.afterChunks, chunks.length - 1);
  for (const [index, chunk] of chunks.slice(0, whole).entries()) {
    await write(response, chunk);
    if (gone.aborted) return;
    onSent((index + 1) / chunks.length);
    // The pause keeps the operating system from joining chunks.
    if (everyMs > 0) await delay(everyMs, undefined, { signal: gone });
    else await nextTurn();
  }
  if (breaks === undefined) response.end();
  else await breakOff(response, breaks, streams, gone);
}

async function breakOff(
  response: ServerResponse,
  { how, message = 'Provider returned error' }: NonNullable<LlmBehaviour['breaks']>,
  streams: boolean,
  gone: AbortSignal,
): Promise<void> {
  if (how === 'stall') {
    if (!gone.aborted) await once(gone, 'abort');
  } else if (how === 'cut') response.destroy();
  else
    response.end(
      streams ? `data: ${errorBody(message, 'server_error', 'internal_error')}\n\n` : '',
    );
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (text === '' || response.destroyed) return;
  if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

/** A failure that can be scripted for a call. */
export type LlmFailure =
  /** 429 with an optional Retry-After in seconds. */
  | { kind: 'rate_limit'; retryAfterS?: number }
  | { kind: 'server_error'; status?: number; message?: string }
  | { kind: 'unauthorized' }
  | { kind: 'bad_request'; message?: string }
  /** Permanent 429: the account has no credit left. */
  | { kind: 'no_credit' }
  /** A well-formed completion whose text is chatter instead of an answer. */
  | { kind: 'garbage' }
  /** A well-formed completion without any text. */
  | { kind: 'empty' }
  /** Status 200 with a body that is neither JSON nor an event stream. */
  | { kind: 'broken_body' }
  /** The connection is destroyed in the middle of the answer. */
  | { kind: 'cut' }
  /** No answer until the client disconnects. */
  | { kind: 'hang' };

/** Sends an HTTP error if the failure is one. Returns whether it did. */
export function sendFailure(response: ServerResponse, failure: LlmFailure): boolean {
  switch (failure.kind) {
    case 'rate_limit':
      if (failure.retryAfterS !== undefined)
        response.setHeader('retry-after', String(failure.retryAfterS));
      sendError(
        response,
        429,
        'Rate limit reached for requests',
        'requests',
        'rate_limit_exceeded',
      );
      return true;
    case 'server_error':
      sendError(
        response,
        failure.status ?? 500,
        failure.message ?? 'The server had an error.',
        'server_error',
        null,
      );
      return true;
    case 'unauthorized':
      sendError(
        response,
        401,
        'Incorrect API key provided.',
        'invalid_request_error',
        'invalid_api_key',
      );
      return true;
    case 'bad_request':
      sendError(
        response,
        400,
        failure.message ?? 'This request is refused by script.',
        'invalid_request_error',
        null,
      );
      return true;
    case 'no_credit':
      sendError(
        response,
        429,
        'You exceeded your current quota.',
        'insufficient_quota',
        'insufficient_quota',
      );
      return true;
    default:
      return false;
  }
}
