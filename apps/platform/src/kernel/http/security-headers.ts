import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' data:",
].join('; ');

/**
 * Headers of every response (REQ-1). No other origin is in use, so none is allowed. Answers
 * belong to their caller: no shared cache keeps them, and the caller's own asks before it uses one again.
 */
const fixedHeaders = {
  'cache-control': 'private, no-cache',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': contentSecurityPolicy,
};

/** What every answer carries unless its route says otherwise, with the id that names its request in errors and logs. */
export function commonHeaders(requestId: string): Record<string, string> {
  return { ...fixedHeaders, 'x-request-id': requestId };
}

export const securityHeaders = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request.id));
  });
});
