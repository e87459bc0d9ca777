import { ApiError } from '@ecp/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * JSON bodies: an empty one counts as absent, text that Postgres cannot hold (U+0000) is refused, and endpoints
 * without a body ignore whatever is sent. Errors: `invalid_json`, `unsupported_media_type`, `invalid_request`.
 */
export const bodyParsing = plugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) return done(null, undefined);
    parse(request, body as string, done);
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) return done(null, undefined);
    done(new ApiError('unsupported_media_type'));
  });
  app.addHook('preValidation', async (request) => {
    const problem = [request.body, request.params, request.query].map((part) => findProblem(part, 0)).find(Boolean);
    if (problem) throw new ApiError('invalid_request', { details: [{ path: '', message: problem }] });
  });
});

/** Deeper nesting would exhaust the stack of whatever walks the value. */
const maxDepth = 64;

function takesBody(request: FastifyRequest): boolean {
  return request.routeOptions.config.endpoint?.body !== undefined;
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
