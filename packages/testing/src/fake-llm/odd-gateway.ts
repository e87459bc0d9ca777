import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChatRequest, readBody } from './fake-llm-wire.ts';

/** A chunk of a streamed completion as the fake model server sends it. */
export interface SentChunk {
  id: string;
  object: string;
  created: number;
  model: string;
  choices: { index: number; delta: SentDelta; finish_reason: string | null }[];
  usage?: object | null;
}

export interface SentDelta {
  role?: string;
  content?: unknown;
  tool_calls?: {
    index: number;
    id?: string;
    type?: string;
    function: { name?: string; arguments: string };
  }[];
}

export interface GatewayRefusal {
  status: number;
  /** JSON, or a text as it is. */
  body: object | string;
}

/** How a gateway treats the calls of one model. */
export interface Quirk {
  refuses?: (request: ChatRequest & Record<string, unknown>) => GatewayRefusal | null;
  /** Changes the chunks of an answer. `call` counts the answers of the model from 1. */
  changes?: (chunks: SentChunk[], call: number) => unknown[];
  /** Writes the chunks as a body. Default: an event stream that ends with `[DONE]`. */
  writes?: (chunks: unknown[]) => string;
  /** Default `text/event-stream`. */
  contentType?: string;
}

export interface OddGateway {
  /** Address for OPENAI_COMPATIBLE_BASE_URL, including `/v1`. */
  baseUrl: string;
  /** Returns the requests for a model, refused ones too. */
  requestsFor(model: string): (ChatRequest & Record<string, unknown>)[];
  close(): Promise<void>;
}

/** Writes an event stream. */
export function writeEvents(chunks: unknown[]): string {
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

/**
 * Starts a gateway in front of a model server of OpenAI's protocol at `upstream`, which treats each
 * model as its quirk says. Models without a quirk are passed on.
 */
export async function startOddGateway(
  upstream: string,
  quirks: ReadonlyMap<string, Quirk>,
): Promise<OddGateway> {
  const requests: (ChatRequest & Record<string, unknown>)[] = [];
  const answers = new Map<string, number>();
  const relay = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = JSON.parse((await readBody(request)) ?? '{}') as ChatRequest &
      Record<string, unknown>;
    requests.push(asked);
    const quirk = quirks.get(asked.model) ?? {};
    const refusal = quirk.refuses?.(asked) ?? null;
    if (refusal !== null) return send(response, refusal.status, refusal.body);
    const streams = asked.stream === true;
    const options = streams ? { stream_options: { include_usage: true } } : {};
    const answer = await fetch(`${upstream}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: request.headers.authorization ?? '',
      },
      body: JSON.stringify({ ...asked, ...options }),
    });
    const text = await answer.text();
    if (!streams || !answer.ok) return send(response, answer.status, text);
    const call = (answers.get(asked.model) ?? 0) + 1;
    answers.set(asked.model, call);
    const sent = readChunks(text);
    const chunks = quirk.changes?.(sent, call) ?? sent;
    response.writeHead(200, { 'content-type': quirk.contentType ?? 'text/event-stream' });
    response.end((quirk.writes ?? writeEvents)(chunks));
  };
  const server = createServer((request, response) => {
    relay(request, response).catch((error: unknown) => send(response, 500, String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requestsFor: (model) => requests.filter((request) => request.model === model),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function readChunks(stream: string): SentChunk[] {
  const events = stream.split('\n\n').filter((event) => event.startsWith('data: {'));
  return events.map((event) => JSON.parse(event.slice('data: '.length)) as SentChunk);
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
