import type { FastifyReply } from 'fastify';
import { attachmentDisposition } from './content-disposition.ts';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Sends a Word file as a download with its name. Returns the reply, as Fastify requires of a handler that has sent it. */
export function sendDocx(reply: FastifyReply, { filename, docx }: { filename: string; docx: Buffer }): FastifyReply {
  reply.headers({ 'content-type': docxType, 'content-disposition': attachmentDisposition(filename) });
  return reply.code(200).send(docx);
}
