import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallScript, type LlmBehaviour, type ScriptedCall } from './fake-llm-behaviour.ts';
import { answerCall, type CallContext } from './fake-llm-call.ts';
import { embeddingsBody, embedText, parseEmbeddingsRequest } from './fake-llm-embeddings.ts';
import { sendFailure } from './fake-llm-failures.ts';
import { countTokens, LlmMeter, type MeteredCall, type TokenPrices } from './fake-llm-meter.ts';
import { PromptCache } from './fake-llm-prompt-cache.ts';
import { send, sendError } from './fake-llm-send.ts';
import { type ChatRequest, parseChatRequest, readBody, type ScriptedAnswer } from './fake-llm-wire.ts';

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
  /** Sets the manners of all models, or of one, which adds its own to those of all. Replaces earlier ones. */
  behave(behaviour: LlmBehaviour, model?: string): void;
  /** Makes the next calls fail or behave like this, one entry for each call, in the order of arrival. */
  failNext(...calls: ScriptedCall[]): void;
  /** Makes calls fail or behave as the rule says, unless it returns null. Replaces an earlier rule. */
  failWhen(rule: (request: ChatRequest) => ScriptedCall | null): void;
  /** Stops listening and ends every connection, including hanging calls. */
  close(): Promise<void>;
}

interface ServerState extends CallContext {
  options: FakeLlmServerOptions;
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
  const call = state.meter.start(chat, { key: keyOf(request), endpoint: 'chat', failure: null });
  try {
    await answerCall(call, response, state);
  } finally {
    state.meter.finish(call, 'failed');
    state.options.onCallEnd?.(call);
  }
}

const keyOf = ({ headers }: IncomingMessage): string => headers.authorization?.replace(/^Bearer /, '') ?? '';

async function embed(request: IncomingMessage, response: ServerResponse, state: ServerState): Promise<void> {
  const text = await readBody(request);
  const asked = text === null ? 'The body of the request is too large.' : parseEmbeddingsRequest(text);
  if (typeof asked === 'string') return sendError(response, 400, asked, 'invalid_request_error', null);
  const { model, input, dimensions } = asked;
  const body = { model, messages: input.map((content) => ({ role: 'user', content })) };
  const failure = state.script.next(body).fails ?? null;
  const call = state.meter.start(body, {
    key: keyOf(request),
    endpoint: 'embeddings',
    failure: failure?.kind ?? null,
  });
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
