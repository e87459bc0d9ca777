import { ApiError } from '@ecp/contract/declaring/errors';
import { type Author, namelessClient } from '@ecp/contract/values/authors';
import type { PortalVisitor } from '../../kernel/context.ts';

// Invisible marks and marks that change the direction of text: text after such a mark could appear as part of the name.
const misleading = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Returns the author of what comes by a link: the name that the firm gave it. No name in a request counts (REL-8). */
export function clientAuthor({ tokenId, clientName }: PortalVisitor): Author {
  return { kind: 'client', id: tokenId, name: clientName ?? namelessClient };
}

/** Puts a client's name on one line in its own direction. Error: `invalid_request` without a visible character. */
export function cleanClientName(given: string): string {
  const name = given.replaceAll(/\s+/g, ' ').replaceAll(misleading, '').replaceAll(/ +/g, ' ').trim();
  if (name !== '') return name;
  throw new ApiError('invalid_request', {
    details: [{ path: '/clientName', message: 'must contain a visible character' }],
  });
}
