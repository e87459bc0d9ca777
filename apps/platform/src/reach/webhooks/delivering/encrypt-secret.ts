import { decryptText, encryptText } from '../../../kernel/keys/encrypt-text.ts';
import { deriveKey } from '../../../kernel/keys/secret-key.ts';

const keyOf = (secretKey: string) => deriveKey(secretKey, 'webhook secrets');

/** Encrypts an endpoint's secret with the installation's key; it can be decrypted for this endpoint only. */
export function encryptSecret(secretKey: string, endpointId: string, secret: string): string {
  return encryptText(keyOf(secretKey), endpointId, secret).toString('base64url');
}

/** Decrypts a secret; null when it is damaged, or was encrypted with another key or for another endpoint. */
export function decryptSecret(secretKey: string, endpointId: string, sealed: string): string | null {
  try {
    return decryptText(keyOf(secretKey), endpointId, Buffer.from(sealed, 'base64url'));
  } catch {
    return null;
  }
}
