import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { attachmentDisposition, inlineDisposition } from './content-disposition.ts';

/** Sends a PDF as a download with its name. Returns the reply, as Fastify requires of a handler that has sent it. */
export function sendPdf(reply: FastifyReply, { filename, pdf }: { filename: string; pdf: Buffer }): FastifyReply {
  reply.headers({ 'content-type': 'application/pdf', 'content-disposition': attachmentDisposition(filename) });
  return reply.code(200).send(pdf);
}

/**
 * Sends a PDF that somebody attached, to be shown in a page of ours. Opened by itself, nothing in it may run (SRC-2).
 */
export function sendPdfInline(
  reply: FastifyReply,
  { filename, sizeBytes, content }: { filename: string; sizeBytes: number; content: Readable },
): FastifyReply {
  reply.headers({
    'content-type': 'application/pdf',
    'content-length': sizeBytes,
    'content-disposition': inlineDisposition(filename),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
  });
  return reply.code(200).send(content);
}
