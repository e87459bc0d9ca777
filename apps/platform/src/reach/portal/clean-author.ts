import { ApiError } from '@ecp/contract/declaring/errors';

// Marks that turn the direction of text: what is written behind such a mark would be shown as part of the name.
const misleading = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A client's name as given, on one line and in its own direction. Error: `invalid_request` when no character is visible. */
export function cleanAuthor(given: string): string {
  const author = given.replaceAll(/\s+/g, ' ').replaceAll(misleading, '').trim();
  if (author !== '') return author;
  throw new ApiError('invalid_request', { details: [{ path: '/author', message: 'must hold a visible character' }] });
}
