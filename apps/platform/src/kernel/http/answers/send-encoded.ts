import type { FastifyReply } from 'fastify';

/** Sends a body that is already JSON text. Returns the reply, as Fastify requires of a handler that has sent it. */
export function sendEncoded(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .serializer((encoded: string) => encoded)
    .send(text);
}
