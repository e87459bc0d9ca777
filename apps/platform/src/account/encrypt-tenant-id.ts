import { decryptText, encryptText } from '../kernel/keys/encrypt-text.ts';
import { deriveKey } from '../kernel/keys/secret-key.ts';

const keyOf = (secretKey: string) => deriveKey(secretKey, 'erased tenants');
const place = 'erased tenant';

/**
 * Encrypts the id of an erased tenant with the installation's key, so that durable work can store it and no table shows
 * it.
 */
export function encryptTenantId(secretKey: string, tenantId: string): string {
  return encryptText(keyOf(secretKey), place, tenantId).toString('base64url');
}

/** Decrypts the id; throws when it was changed or encrypted with another key. */
export function decryptTenantId(secretKey: string, sealed: string): string {
  return decryptText(keyOf(secretKey), place, Buffer.from(sealed, 'base64url'));
}
