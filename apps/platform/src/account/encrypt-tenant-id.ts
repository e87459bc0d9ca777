import { decryptText, encryptText } from '../kernel/keys/encrypt-text.ts';
import { deriveKey } from '../kernel/keys/secret-key.ts';

const keyOf = (secretKey: string) => deriveKey(secretKey, 'erased tenants');
const place = 'erased tenant';

/** Encrypts the id of an erased tenant with the installation's key, so that work may keep it and no table tells it. */
export function encryptTenantId(secretKey: string, tenantId: string): string {
  return encryptText(keyOf(secretKey), place, tenantId).toString('base64url');
}

/** Reads the id again; throws when it was changed or sealed with another key. */
export function decryptTenantId(secretKey: string, sealed: string): string {
  return decryptText(keyOf(secretKey), place, Buffer.from(sealed, 'base64url'));
}
