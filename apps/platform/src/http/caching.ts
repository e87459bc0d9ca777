import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/**
 * Answers belong to their caller: no shared cache keeps them, and the caller's own asks before it uses one. What GET
 * reads carries an ETag and is answered with 304 while it is the same (contract, 4). A route's own headers win.
 */
export const caching = plugin(async (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    reply.header('etag', etag);
    if (!isNamed(etag, request.headers['if-none-match'])) return payload;
    reply.code(304);
    return null;
  });
});

/** If-None-Match: a list of tags, compared weakly, or `*` (RFC 9110, 13.1.2). */
function isNamed(etag: string, given: string | undefined): boolean {
  const tags = given?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
