import type { KeyRing } from '../../../kernel/keys/key-ring.ts';

const purpose = 'webhook secrets';

/** Encrypts an endpoint's secret with the installation's key; it can be decrypted for this endpoint only. */
export function encryptSecret(keys: KeyRing, endpointId: string, secret: string): string {
  return keys.encrypt(purpose, endpointId, secret).toString('base64url');
}

/** Decrypts a secret; null when it is damaged, or was encrypted with another key or for another endpoint. */
export function decryptSecret(keys: KeyRing, endpointId: string, sealed: string): string | null {
  try {
    return keys.decrypt(purpose, endpointId, Buffer.from(sealed, 'base64url'));
  } catch {
    return null;
  }
}
