import { ApiError } from '@ecp/contract/declaring/errors';

/**
 * The end of a page: creation time in microseconds since 1970 (as text, since it will exceed 2^53)
 * and id.
 */
interface PageCursor {
  createdMicros: string;
  id: string;
}

/** The column from which a cursor is made: `created_at` without losing microseconds. */
export const createdMicrosColumn =
  '(extract(epoch from created_at) * 1000000)::bigint::text as created_micros';

function encodeCursor({ createdMicros, id }: PageCursor): string {
  return Buffer.from(`${createdMicros}.${id}`).toString('base64url');
}

/** Decodes a cursor that a client sent. Error: `invalid_request` when it is not from a list. */
function decodeCursor(text: string): PageCursor {
  const match = /^(\d{1,17})\.([\w-]{1,100})$/.exec(Buffer.from(text, 'base64url').toString());
  const [, createdMicros, id] = match ?? [];
  if (
    createdMicros === undefined ||
    id === undefined ||
    encodeCursor({ createdMicros, id }) !== text
  ) {
    throw new ApiError('invalid_request', {
      details: [{ path: '/cursor', message: 'is not a cursor of this list' }],
    });
  }
  return { createdMicros, id };
}

/**
 * Returns the condition for rows after a cursor, newest first by default; `place` adds a parameter.
 * Error: `invalid_request`.
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

/**
 * Returns at most `limit` rows of those found, and the cursor of the next page if there are more.
 */
export function cutPage<Row extends { created_micros: string; id: string }>(
  found: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit);
  return { rows, nextCursor: nextCursorOf(rows, found.length > limit) };
}

/** Returns the cursor of the page after `rows`; null unless there are `more`. */
export function nextCursorOf(
  rows: readonly { created_micros: string; id: string }[],
  more: boolean,
): string | null {
  const last = more ? rows.at(-1) : undefined;
  return last ? encodeCursor({ createdMicros: last.created_micros, id: last.id }) : null;
}

/** Returns the `Link` header of a page that has a next one: the same query with the cursor. */
export function nextLink(address: string, query: Record<string, unknown>, cursor: string): string {
  const next = new URL(address);
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) next.searchParams.set(name, String(value));
  }
  return `<${next}>; rel="next"`;
}
