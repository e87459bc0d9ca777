import { ApiError } from '@ecp/contract/declaring/errors';
import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticateAssistant } from '../../kernel/http/access.ts';
import { limitRate } from '../../kernel/http/implement-endpoint.ts';
import { findJsonProblem } from '../../kernel/json-bounds.ts';
import type { KeyPrincipal } from '../../kernel/principals.ts';
import type { Services } from '../../kernel/services.ts';
import { type MessageFault, readMessages } from './read-messages.ts';
import { createServer } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    assistant: KeyPrincipal | null;
  }
}

/** Older revisions of the protocol send several messages at once. */
const maxMessages = 20;

/**
 * Serves assistants at `/mcp` by Streamable HTTP without sessions
 * (docs/requirements/assistants.md). Each message counts in a window of its own, and the requests
 * that a tool makes of the API count as those of the key.
 */
export async function registerAssistantRoutes(
  app: FastifyInstance,
  services: Services,
): Promise<void> {
  app.decorateRequest('assistant', null);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      const problem = findJsonProblem(body as string);
      if (problem)
        return done(new ApiError('invalid_request', { details: [{ path: '', message: problem }] }));
      parse(request, body as string, done);
    });
    // People write the address with a slash at its end, too.
    for (const url of ['/mcp', '/mcp/']) {
      scope.route({
        method: 'POST',
        url,
        onRequest: async (request) => {
          request.assistant = await authenticateAssistant(services, request);
        },
        handler: async (request, reply) => {
          const { assistant } = request;
          if (!assistant) throw new ApiError('authentication_required');
          await limitMessages(services, assistant, request, reply);
          return answer(app, services, { assistant, request, reply, closing: closing.signal });
        },
      });
    }
  });
}

/** Errors: `rate_limited`, `invalid_request` for too many at once. */
async function limitMessages(
  services: Services,
  { keyId }: KeyPrincipal,
  { body }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const messages: unknown[] = [body].flat();
  if (messages.length > maxMessages) {
    const message = `must not have more than ${maxMessages} messages`;
    throw new ApiError('invalid_request', { details: [{ path: '', message }] });
  }
  for (const _message of messages) await limitRate(services, 'api', `assistant:${keyId}`, reply);
}

interface Exchange {
  assistant: KeyPrincipal;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when this process begins to close. */
  closing: AbortSignal;
}

/** The headers of the protocol, without the credentials, and without what the answer is to be. */
const protocolHeader = /^(content-type|mcp-.*)$/;

/** The form in which the protocol's library answers any request. */
const bothTypes = 'application/json, text/event-stream';

/**
 * Lets the protocol's library answer, whose answer may be a stream. Who does not ask for a stream
 * gets the messages of it that answer something, as JSON.
 */
async function answer(
  app: FastifyInstance,
  services: Services,
  exchange: Exchange,
): Promise<Response> {
  const { assistant, request, reply, closing } = exchange;
  const accepted = readAccepted(request.headers.accept);
  if (!accepted.json && !accepted.stream) throw new ApiError('not_acceptable');
  const { messages, faults, isBatch } = readMessages(request.body);
  const [fault] = faults;
  if (fault && messages.length === 0)
    return Response.json(isBatch ? faults : fault, { status: statusOf(fault) });
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const signal = AbortSignal.any([left.signal, closing]);
  const handler = createMcpHandler(
    () => createServer(app, services, { assistant, request, signal }),
    {
      // Nothing changes that a stream could tell: the tools are always the same.
      maxSubscriptions: 0,
      onerror: (error) =>
        request.log.debug({ err: error }, 'A message of an assistant was refused'),
    },
  );
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value !== undefined && protocolHeader.test(name) ? [[name, String(value)]] : [],
  );
  headers.push(['accept', bothTypes]);
  // The address of the request may name another host.
  const asked = new Request(`${services.config.baseUrl}/mcp`, {
    method: 'POST',
    headers,
    signal: left.signal,
  });
  const response = await handler.fetch(asked, { parsedBody: isBatch ? messages : messages[0] });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || (accepted.stream && faults.length === 0)) return response;
  const answers = [...faults, ...readAnswers(await response.text())];
  return Response.json(isBatch ? answers : answers[0]);
}

/** A message without a readable form is a bad request of HTTP, too. */
const statusOf = ({ error }: MessageFault): number =>
  error.code === ProtocolErrorCode.InvalidRequest ? 400 : 200;

/**
 * Tells what an `Accept` header takes (RFC 9110, 12.5.1): JSON also by `*` and without a header, a
 * stream only by its name, because who names none may not read one.
 */
function readAccepted(header: string | undefined): { json: boolean; stream: boolean } {
  if (header === undefined || header.trim() === '') return { json: true, stream: false };
  const types = header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type];
  });
  return {
    json: types.some((type) => ['application/json', 'application/*', '*/*'].includes(type)),
    stream: types.some((type) => ['text/event-stream', 'text/*'].includes(type)),
  };
}

/**
 * Returns the messages of a stream that answer a request; those that only tell progress have no
 * place in JSON.
 */
function readAnswers(stream: string): object[] {
  return stream.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trimStart()] : []))
      .join('\n');
    if (data === '') return [];
    const message = JSON.parse(data) as object;
    return 'result' in message || 'error' in message ? [message] : [];
  });
}
