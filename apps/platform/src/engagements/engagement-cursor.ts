import { ApiError } from '@ecp/contract/errors';

/** Where a page of the list ended: creation time in microseconds since 1970 (as text: beyond 2^53 one day) and id. */
export interface EngagementCursor {
  createdMicros: string;
  id: string;
}

/** Writes a cursor as opaque text for a URL. */
export function encodeCursor({ createdMicros, id }: EngagementCursor): string {
  return Buffer.from(`${createdMicros}.${id}`).toString('base64url');
}

/** Reads a cursor that a client sent back. Error: `invalid_request` when no list has given it. */
export function decodeCursor(text: string): EngagementCursor {
  const match = /^(\d{1,17})\.([\w-]{1,100})$/.exec(Buffer.from(text, 'base64url').toString());
  const [, createdMicros, id] = match ?? [];
  if (createdMicros === undefined || id === undefined || encodeCursor({ createdMicros, id }) !== text) {
    throw new ApiError('invalid_request', { details: [{ path: '/cursor', message: 'is not a cursor of this list' }] });
  }
  return { createdMicros, id };
}
