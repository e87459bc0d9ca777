import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { nextLink } from '../lists.ts';
import type { ByteRange } from '../storage/object-storage.ts';

/**
 * Sends a body that is already JSON text. Returns the reply, as Fastify requires of a handler that
 * has sent it.
 */
export function sendEncoded(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .serializer((encoded: string) => encoded)
    .send(text);
}

/**
 * Sets the `Link` header of a page that has a next one. `address` is that of the list, without a
 * query.
 */
export function setNextLink(
  reply: FastifyReply,
  address: string,
  query: Record<string, unknown>,
  nextCursor: string | null,
): void {
  if (nextCursor !== null) reply.header('link', nextLink(address, query, nextCursor));
}

/**
 * Sends JSON text that is produced as fast as the client reads it. At most one piece is in memory.
 */
export function sendJsonPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): FastifyReply {
  reply.type('application/json; charset=utf-8');
  // Pieces stay strings: memory of Buffers lies outside the heap, and is freed later.
  return reply.send(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }));
}

/**
 * Sends a PDF as a download with its name. Returns the reply, as Fastify requires of a handler that
 * has sent it.
 */
export function sendPdf(
  reply: FastifyReply,
  { filename, pdf }: { filename: string; pdf: Buffer },
): FastifyReply {
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': attachmentDisposition(filename),
  });
  return reply.code(200).send(pdf);
}

/** Sends an attached PDF for display in a page of ours. Opened by itself, nothing in it may run. */
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

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/**
 * Sends a Word file as a download with its name. Returns the reply, as Fastify requires of the
 * handler.
 */
export function sendDocx(
  reply: FastifyReply,
  { filename, docx }: { filename: string; docx: Buffer },
): FastifyReply {
  reply.headers({
    'content-type': docxType,
    'content-disposition': attachmentDisposition(filename),
  });
  return reply.code(200).send(docx);
}

const pptxType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/**
 * Sends a deck as a download with its name. Returns the reply, as Fastify requires of the handler.
 */
export function sendPptx(
  reply: FastifyReply,
  { filename, pptx }: { filename: string; pptx: Buffer },
): FastifyReply {
  reply.headers({
    'content-type': pptxType,
    'content-disposition': attachmentDisposition(filename),
  });
  return reply.code(200).send(pptx);
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Sends a workbook as a download with its name. Returns the reply, as Fastify requires of the
 * handler.
 */
export function sendXlsx(
  reply: FastifyReply,
  { filename, xlsx }: { filename: string; xlsx: Buffer },
): FastifyReply {
  reply.headers({
    'content-type': xlsxType,
    'content-disposition': attachmentDisposition(filename),
  });
  return reply.code(200).send(xlsx);
}

/** Nothing in a drawing runs or is fetched, also where it is opened by itself. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** Sends an SVG drawing. Returns the reply, as Fastify requires of a handler that has sent it. */
export function sendDrawing(reply: FastifyReply, svg: string): FastifyReply {
  reply.headers({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  });
  return reply.code(200).send(svg);
}

/**
 * Makes a Content-Disposition with the name in ASCII and in full (RFC 6266, RFC 5987). No name adds
 * a header.
 */
export const attachmentDisposition = (filename: string): string =>
  `attachment; ${nameParameters(filename)}`;

/**
 * The same for a file that a browser may show. Never for kinds that can run scripts, such as SVG
 * and HTML.
 */
const inlineDisposition = (filename: string): string => `inline; ${nameParameters(filename)}`;

function nameParameters(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Returns the one range of a `Range` header (RFC 9110, 14.1.2); null where the whole is the answer:
 * without one, for several, bad or unsatisfiable ones, and with `If-Range`, because downloads have
 * no validator.
 */
export function parseRange(
  {
    range,
    'if-range': condition,
  }: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  sizeBytes: number,
): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (condition !== undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  return start < end ? { start, end } : null;
}
