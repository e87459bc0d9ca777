import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends JSON text that is produced as fast as the client reads it. At most one piece is in memory. */
export function sendJsonPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): FastifyReply {
  reply.type('application/json; charset=utf-8');
  // Pieces stay strings: memory of Buffers lies outside the heap, and is freed later.
  return reply.send(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }));
}
