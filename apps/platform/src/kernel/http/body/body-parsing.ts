import type { IncomingMessage } from 'node:http';
import { ApiError } from '@ecp/contract/declaring/errors';
import { megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { findJsonProblem } from './json-bounds.ts';

/**
 * Passes forms to the endpoints that declare one. An empty JSON body counts as absent, and text that Postgres cannot
 * store (U+0000) is refused, and so is JSON that is too deep or has too many values. Endpoints without a body ignore
 * what is sent. Errors: `invalid_json`, `unsupported_media_type`, `invalid_request`.
 */
export const bodyParsing = plugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) return done(null, undefined);
    if (request.routeOptions.config.endpoint?.multipart) return done(wrongType(request));
    if (request.routeOptions.config.endpoint?.rawBody) return done(null, body);
    const problem = findJsonProblem(body as string);
    if (problem) return done(refuse(problem));
    parse(request, body as string, done);
  });
  // The handler reads the form as it arrives, or not at all.
  app.addContentTypeParser(/^multipart\/form-data/i, async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.endpoint?.multipart) return;
    if (takesBody(request)) throw new ApiError('unsupported_media_type');
    await drop(payload, request.routeOptions.bodyLimit ?? 0);
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) return done(null, undefined);
    done(wrongType(request));
  });
  app.addHook('preValidation', async (request) => {
    const problem = [request.body, request.params, request.query].map(findForbiddenText).find(Boolean);
    if (problem) throw refuse(problem);
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Fastify closes the connection when it refuses a body. A client that is still sending would then miss the response.
  // A connection ends with its last response only while the process closes, which would otherwise wait for it.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
    else reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => dropRest(raw));
});

/** Large enough for a file that some billing plan allows, so that its sender learns why it is refused. */
const maxDroppedBytes = 128 * megabyteBytes;

/** Reads and discards the rest of the body after the response, up to a limit. Beyond it the connection is cut. */
function dropRest(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  let droppedBytes = 0;
  raw.on('data', ({ length }: Buffer) => {
    droppedBytes += length;
    if (droppedBytes > maxDroppedBytes) raw.destroy();
  });
  raw.resume();
}

const refuse = (message: string) => new ApiError('invalid_request', { details: [{ path: '', message }] });

function takesBody(request: FastifyRequest): boolean {
  const endpoint = request.routeOptions.config.endpoint;
  return endpoint?.body !== undefined || endpoint?.multipart !== undefined || endpoint?.rawBody === true;
}

/** Returns the error for a wrong media type. An endpoint with a form reports the missing file first (ATT-6). */
function wrongType(request: FastifyRequest): ApiError {
  const { endpoint } = request.routeOptions.config;
  return new ApiError(endpoint?.multipart ? 'file_required' : 'unsupported_media_type');
}

/** Reads a body that no endpoint declares to its end. */
async function drop(payload: IncomingMessage, maxBytes: number): Promise<void> {
  const tooLarge = () => new ApiError('payload_too_large');
  if (Number(payload.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let sizeBytes = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge();
  }
}

/** Walks the value. The depth of JSON is bounded before, and parameters have none. */
function findForbiddenText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? 'must not contain the character U+0000' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const problem = findForbiddenText(key) ?? findForbiddenText(item);
    if (problem) return problem;
  }
  return undefined;
}
