import type { FastifyReply } from 'fastify';

/** Nothing in a drawing runs or is fetched, also where it is opened by itself. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** Sends an SVG drawing. Returns the reply, as Fastify requires of a handler that has sent it. */
export function sendDrawing(reply: FastifyReply, svg: string): FastifyReply {
  reply.headers({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  });
  return reply.code(200).send(svg);
}
