import { ApiError } from '@ecp/contract/declaring/errors';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticateAssistant } from '../../kernel/http/access.ts';
import { findJsonProblem } from '../../kernel/http/bodies.ts';
import { limitRate } from '../../kernel/http/implement-endpoint.ts';
import type { KeyPrincipal } from '../../kernel/principals.ts';
import type { Services } from '../../kernel/services.ts';
import { createServer } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    assistant: KeyPrincipal | null;
  }
}

/** Older revisions of the protocol send several messages at once. */
const maxMessages = 20;

/**
 * Serves assistants at `/mcp` by Streamable HTTP without sessions (docs/requirements/assistants.md). Each message counts
 * in a window of its own, and the requests that a tool makes of the API count as those of the key.
 */
export async function registerAssistantRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.decorateRequest('assistant', null);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      const problem = findJsonProblem(body as string);
      if (problem) return done(new ApiError('invalid_request', { details: [{ path: '', message: problem }] }));
      parse(request, body as string, done);
    });
    scope.route({
      method: 'POST',
      url: '/mcp',
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

/** The headers of the protocol, without the credentials. */
const protocolHeader = /^(accept|content-type|mcp-.*)$/;

/** Lets the protocol's library answer, whose answer may be a stream. */
async function answer(app: FastifyInstance, services: Services, exchange: Exchange): Promise<Response> {
  const { assistant, request, reply, closing } = exchange;
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const signal = AbortSignal.any([left.signal, closing]);
  const handler = createMcpHandler(() => createServer(app, services, { assistant, request, signal }), {
    // Nothing changes that a stream could tell: the tools are always the same.
    maxSubscriptions: 0,
    onerror: (error) => request.log.debug({ err: error }, 'A message of an assistant was refused'),
  });
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value !== undefined && protocolHeader.test(name) ? [[name, String(value)]] : [],
  );
  // The address of the request may name another host.
  const asked = new Request(`${services.config.baseUrl}/mcp`, { method: 'POST', headers, signal: left.signal });
  return handler.fetch(asked, { parsedBody: request.body });
}
