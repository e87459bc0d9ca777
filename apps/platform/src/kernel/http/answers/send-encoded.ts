import type { FastifyReply } from 'fastify';

/** Sends a body that is JSON already. Returns the reply, as Fastify expects of whoever has sent it. */
export function sendEncoded(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .serializer((encoded: string) => encoded)
    .send(text);
}
