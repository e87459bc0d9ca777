import { ApiError } from '@ecp/contract/errors';

// Marks that turn the direction of text: behind one, `(client)` could be shown as part of another name.
const misleading = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A client's name as given, on one line and in its own direction; `(client)` behind it in reviews tells it from the
 * team's. Error: `invalid_request` when nothing of it can be seen.
 */
export function cleanAuthor(given: string): string {
  const author = given.replaceAll(/\s+/g, ' ').replaceAll(misleading, '').trim();
  if (author !== '') return author;
  throw new ApiError('invalid_request', { details: [{ path: '/author', message: 'must hold a visible character' }] });
}
