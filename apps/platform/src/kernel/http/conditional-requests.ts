import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * Adds an ETag to responses to GET and answers 304 to clients that already have them (REQ-2). Versioned reads send bytes
 * and have made their ETag themselves.
 */
export const conditionalRequests = plugin(async (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    // The text is encoded once; the tag, the length and the socket would each encode it again.
    const bytes = Buffer.from(payload);
    const etag = `"${hash('sha1', bytes, 'base64url')}"`;
    reply.header('etag', etag);
    if (!isNamed(etag, request.headers['if-none-match'])) return bytes;
    reply.code(304);
    // Fastify removes the body of HEAD itself, and fails if there is none.
    return request.method === 'HEAD' ? bytes : null;
  });
});

/** Checks an If-None-Match: a list of tags, compared weakly, or `*` (RFC 9110, 13.1.2). */
export function isNamed(etag: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  const tags = given.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
