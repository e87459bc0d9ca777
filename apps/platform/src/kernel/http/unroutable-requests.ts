import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, sendError } from './errors.ts';
import { commonHeaders } from './security-headers.ts';

/** Responds 404 to a request whose address the router cannot read, such as one with broken percent-encoding. */
export function respondToUnroutable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(commonHeaders(request.id));
  sendError(request, reply, new ApiError('not_found'));
}

const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Responds to bytes that are no HTTP request in the shape of every error (ERR-1), and hangs up. */
export function respondToUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const failure = new ApiError(parserErrors[error.code ?? ''] ?? 'invalid_request');
  const body = JSON.stringify(errorBody(failure, requestId));
  const headers = {
    ...commonHeaders(requestId),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`);
}
