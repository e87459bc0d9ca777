import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends JSON text that is made while it is sent, as fast as the client reads: of it no more than a piece is in memory. */
export function sendJsonPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): FastifyReply {
  reply.type('application/json; charset=utf-8');
  // Its own buffer would hold sixteen pieces.
  return reply.send(Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 }));
}
