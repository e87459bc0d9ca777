import { domainToASCII } from 'node:url';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';

declare const canonical: unique symbol;
/** An email address in its one canonical form. Only `canonicalEmail` makes it. */
export type CanonicalEmail = string & { readonly [canonical]: true };

const maxLength = 254;
/**
 * Invisible characters, which make two addresses look the same, and those that end an address in a
 * mail's header.
 */
const refused = /[\p{C}\p{Default_Ignorable_Code_Point}\s@<>"();,]/u;

/**
 * Returns an address in NFKC and lower case, its domain in ASCII: one for each mailbox. Error:
 * `invalid_request`.
 */
export function canonicalEmail(text: string): CanonicalEmail {
  const at = text.lastIndexOf('@');
  const local = lowerCase(text.slice(0, at));
  const domain = canonicalDomain(text.slice(at + 1));
  const email = `${local}@${domain}`;
  if (
    at < 1 ||
    local === '' ||
    refused.test(local) ||
    domain === null ||
    email.length > maxLength
  ) {
    throw new ApiError('invalid_request', {
      details: [{ path: '/email', message: 'must be an email address' }],
    });
  }
  return email as CanonicalEmail;
}

/** Lower case may need composing again, and compatibility forms may have capital letters. */
const lowerCase = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/**
 * Returns a domain in ASCII and lower case; null for what is none, such as the address of a host.
 */
export function canonicalDomain(text: string): string | null {
  const unified = lowerCase(text);
  // The parser would end a domain at some of these.
  if (refused.test(unified) || /[%/\\?#:]/.test(unified)) return null;
  const labels = domainToASCII(unified).split('.');
  const valid =
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9][a-z0-9-]*$/.test(label) && !label.endsWith('-'));
  return valid && !/^\d+$/.test(labels.at(-1) ?? '') ? labels.join('.') : null;
}

/**
 * Locks the sessions of an address for the transaction, before all other locks: else a reset would
 * miss a session that is about to begin.
 */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.query({
    name: 'lock_address',
    text: `select pg_advisory_xact_lock(hashtextextended('sessions of ' || $1, 0))`,
    values: [email],
  });
}
