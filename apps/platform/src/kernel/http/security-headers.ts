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
 * Headers of every response (REQ-1). The pages use no other origin, so none is allowed. A response belongs to its
 * caller: shared caches do not store it, and the caller's own cache revalidates it before each use.
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

/** Returns the default headers of every response, with the request id that also appears in errors and logs. */
export function commonHeaders(requestId: string): Record<string, string> {
  return { ...fixedHeaders, 'x-request-id': requestId };
}

export const securityHeaders = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request.id));
  });
});
