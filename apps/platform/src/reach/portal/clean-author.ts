import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import type { PortalVisitor } from '../../kernel/context.ts';

// Invisible marks and marks that change the direction of text: text after such a mark could appear as part of the name.
const misleading = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Returns the author of what comes by a link: the name that the firm gave the link, else the visitor's own (REL-8).
 * Error: `invalid_request` for a link without a name, if the visitor gives none that is visible.
 */
export function clientAuthor({ tokenId, clientName }: PortalVisitor, given: string | undefined): Author {
  return { kind: 'client', id: tokenId, name: clientName ?? cleanAuthor(given ?? '', 'author') };
}

/**
 * Puts a client's name on one line in its own direction. Error: `invalid_request` for `field` without a visible
 * character.
 */
export function cleanAuthor(given: string, field: 'author' | 'clientName'): string {
  const author = given.replaceAll(/\s+/g, ' ').replaceAll(misleading, '').replaceAll(/ +/g, ' ').trim();
  if (author !== '') return author;
  throw new ApiError('invalid_request', {
    details: [{ path: `/${field}`, message: 'must contain a visible character' }],
  });
}
