import { ApiError } from '@ecp/contract/declaring/errors';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The list is sorted by how often leaked passwords have each. Most of the first have fewer than 8 characters. */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000));

/**
 * Refuses a password that strangers try first: one of the 10,000 most common, the same character again and again, or
 * the address itself (AUT-23). `path` is the JSON pointer to it in the request. Error: `invalid_request`.
 */
export function refuseGuessablePassword(password: string, email: string, path: string): void {
  const plain = password.normalize('NFKC').toLowerCase();
  const isCommon = common.has(plain) || new Set(plain.trim()).size < 2 || plain === email;
  if (isCommon) throw new ApiError('invalid_request', { details: [{ path, message: 'is too easy to guess' }] });
}
