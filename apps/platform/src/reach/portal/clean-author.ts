import { ApiError } from '@ecp/contract/declaring/errors';

// Invisible marks and marks that change the direction of text: text after such a mark could appear as part of the name.
const misleading = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Puts a client's name on one line in its own direction. Error: `invalid_request` without a visible character. */
export function cleanAuthor(given: string): string {
  const author = given.replaceAll(/\s+/g, ' ').replaceAll(misleading, '').trim();
  if (author !== '') return author;
  throw new ApiError('invalid_request', {
    details: [{ path: '/author', message: 'must contain a visible character' }],
  });
}
