import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface SeenRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Handles one request. */
export type Step = (response: ServerResponse, request: SeenRequest) => void;

/** A real server that does one step per request, in order, and repeats the last step. */
export interface ScriptedServer extends AsyncDisposable {
  baseUrl: string;
  /** Received requests, oldest first. */
  seen: SeenRequest[];
}

/** Starts the server on a free loopback port. */
export async function startScriptedServer(...steps: Step[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url: path = '', headers } = request;
    const step = steps[Math.min(seen.length, steps.length - 1)];
    const each = { method, path, headers, body };
    seen.push(each);
    step?.(response, each);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Answers with JSON. */
export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Answers with a refusal of the service. */
export const refuse = (status: number, code: string, headers: Record<string, string> = {}): Step =>
  answer(status, { error: `Refused: ${code}`, code, requestId: 'request-1' }, headers);

/** Breaks the connection without an answer. */
export const cut: Step = (response) => response.destroy();

/** Never answers. */
export const silence: Step = () => undefined;

/** Begins an event stream with these texts, then ends it, breaks it, or leaves it open. */
export const stream =
  (texts: string[], then: 'end' | 'cut' | 'stay'): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const text of texts) response.write(text);
    if (then === 'end') response.end();
    // Breaks it only after the texts are sent.
    if (then === 'cut') response.write(' ', () => response.destroy());
  };
