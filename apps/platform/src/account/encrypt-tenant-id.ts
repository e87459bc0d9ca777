import type { KeyRing } from '../kernel/keys/key-ring.ts';

const purpose = 'erased tenants';
const place = 'erased tenant';

/**
 * Encrypts the id of an erased tenant with the installation's key, so that durable work can store it and no table shows
 * it.
 */
export function encryptTenantId(keys: KeyRing, tenantId: string): string {
  return keys.encrypt(purpose, place, tenantId).toString('base64url');
}

/** Decrypts the id; throws when it was changed or encrypted with a secret that is not here. */
export function decryptTenantId(keys: KeyRing, sealed: string): string {
  return keys.decrypt(purpose, place, Buffer.from(sealed, 'base64url'));
}
