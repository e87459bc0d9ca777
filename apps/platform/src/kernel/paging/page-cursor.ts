import { ApiError } from '@ecp/contract/declaring/errors';

/** Where a page of a list ended: creation time in microseconds since 1970 (as text: beyond 2^53 one day) and id. */
export interface PageCursor {
  createdMicros: string;
  id: string;
}

/** The column of a page's statement that a cursor is made of: `created_at` without losing microseconds. */
export const createdMicrosColumn = '(extract(epoch from created_at) * 1000000)::bigint::text as created_micros';

/** Writes a cursor as opaque text for a URL. */
function encodeCursor({ createdMicros, id }: PageCursor): string {
  return Buffer.from(`${createdMicros}.${id}`).toString('base64url');
}

/** Reads a cursor that a client sent back. Error: `invalid_request` when no list has given it. */
function decodeCursor(text: string): PageCursor {
  const match = /^(\d{1,17})\.([\w-]{1,100})$/.exec(Buffer.from(text, 'base64url').toString());
  const [, createdMicros, id] = match ?? [];
  if (createdMicros === undefined || id === undefined || encodeCursor({ createdMicros, id }) !== text) {
    throw new ApiError('invalid_request', { details: [{ path: '/cursor', message: 'is not a cursor of this list' }] });
  }
  return { createdMicros, id };
}

/**
 * The condition of rows that stand behind a cursor in a list, which is newest first unless told. `place` keeps a value
 * for the statement and returns its placeholder. Error: that of decodeCursor.
 */
export function afterCursor(
  cursor: string,
  place: (value: unknown) => string,
  first: 'newest' | 'oldest' = 'newest',
): string {
  const { createdMicros, id } = decodeCursor(cursor);
  const createdAt = `timestamptz 'epoch' + ${place(createdMicros)}::bigint * interval '1 microsecond'`;
  return `(created_at, id) ${first === 'newest' ? '<' : '>'} (${createdAt}, ${place(id)})`;
}

/** Cursor of the page behind `rows`; null unless `more` follow. */
export function nextCursorOf(rows: readonly { created_micros: string; id: string }[], more: boolean): string | null {
  const last = more ? rows.at(-1) : undefined;
  return last ? encodeCursor({ createdMicros: last.created_micros, id: last.id }) : null;
}
