import type { IncomingMessage } from 'node:http';
import { ApiError } from '@ecp/contract/declaring/errors';
import { megabyteBytes } from '@ecp/contract/identity/billing-plan-limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * Forms go to the endpoints that declare one. JSON bodies: an empty one counts as absent, text that Postgres cannot hold
 * (U+0000) is refused, and endpoints without a body ignore whatever is sent. Errors: `invalid_json`, `unsupported_media_type`, `invalid_request`.
 */
export const bodyParsing = plugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) return done(null, undefined);
    if (request.routeOptions.config.endpoint?.multipart) return done(wrongType(request));
    if (request.routeOptions.config.endpoint?.rawBody) return done(null, body);
    parse(request, body as string, done);
  });
  // Read by the handler as it comes, or not at all.
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
    const problem = [request.body, request.params, request.query].map((part) => findProblem(part, 0)).find(Boolean);
    if (problem) throw new ApiError('invalid_request', { details: [{ path: '', message: problem }] });
  });
  // Closing at once, as Fastify asks for when a body is refused, takes the answer from whoever is still sending.
  app.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => dropRest(raw));
});

/** Who sends a file that some plan allows hears why it is refused. */
const maxDroppedBytes = 128 * megabyteBytes;

/** Reads on after the answer without keeping anything, up to a limit: then the connection is cut. */
function dropRest(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  let droppedBytes = 0;
  raw.on('data', ({ length }: Buffer) => {
    droppedBytes += length;
    if (droppedBytes > maxDroppedBytes) raw.destroy();
  });
  raw.resume();
}

/** Deeper nesting would exhaust the stack of whatever walks the value. */
const maxDepth = 64;

function takesBody(request: FastifyRequest): boolean {
  const endpoint = request.routeOptions.config.endpoint;
  return endpoint?.body !== undefined || endpoint?.multipart !== undefined || endpoint?.rawBody === true;
}

/** A form's endpoint asked for a file first of all (ATT-6). */
function wrongType(request: FastifyRequest): ApiError {
  const { endpoint } = request.routeOptions.config;
  return new ApiError(endpoint?.multipart ? 'file_required' : 'unsupported_media_type');
}

/** Reads to the end, as other bodies that nobody asked for. */
async function drop(payload: IncomingMessage, maxBytes: number): Promise<void> {
  const tooLarge = () => new ApiError('payload_too_large');
  if (Number(payload.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let sizeBytes = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge();
  }
}

function findProblem(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? 'must not contain the character U+0000' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
  for (const [key, item] of Object.entries(value)) {
    const problem = findProblem(key, depth) ?? findProblem(item, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
