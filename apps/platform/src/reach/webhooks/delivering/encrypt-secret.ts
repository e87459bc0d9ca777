import { openText, sealText } from '../../../kernel/keys/encrypt-text.ts';
import { deriveKey } from '../../../kernel/keys/secret-key.ts';

const keyOf = (secretKey: string) => deriveKey(secretKey, 'webhook secrets');

/** Encrypts an endpoint's secret with the installation's key; the text opens for this endpoint only. */
export function sealSecret(secretKey: string, endpointId: string, secret: string): string {
  return sealText(keyOf(secretKey), endpointId, secret).toString('base64url');
}

/** Reads a sealed secret; null when it is damaged, or was sealed with another key or for another endpoint. */
export function openSecret(secretKey: string, endpointId: string, sealed: string): string | null {
  try {
    return openText(keyOf(secretKey), endpointId, Buffer.from(sealed, 'base64url'));
  } catch {
    return null;
  }
}
