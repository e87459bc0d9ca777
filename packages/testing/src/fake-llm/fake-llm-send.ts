import type { ServerResponse } from 'node:http';
import { errorBody } from './fake-llm-wire.ts';

/** Sends a whole JSON body. */
export function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Sends an error in OpenAI's shape. */
export function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  type: string,
  code: string | null,
): void {
  send(response, status, errorBody(message, type, code));
}
