import type { FastifyReply } from 'fastify';
import { attachmentDisposition } from './content-disposition.ts';

/** Sends a PDF as a download with its name. Returns the reply, as Fastify requires of a handler that has sent it. */
export function sendPdf(reply: FastifyReply, { filename, pdf }: { filename: string; pdf: Buffer }): FastifyReply {
  reply.headers({ 'content-type': 'application/pdf', 'content-disposition': attachmentDisposition(filename) });
  return reply.code(200).send(pdf);
}
