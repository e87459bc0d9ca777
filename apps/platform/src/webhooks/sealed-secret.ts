import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../secret-key.ts';

const ivBytes = 12;
const tagBytes = 16;
const keyOf = (secretKey: string) => deriveKey(secretKey, 'webhook secrets');

/** Encrypts an endpoint's secret with the installation's key; the text opens for this endpoint only. */
export function sealSecret(secretKey: string, endpointId: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv).setAAD(Buffer.from(endpointId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Reads a sealed secret; null when it is damaged, or was sealed with another key or for another endpoint. */
export function openSecret(secretKey: string, endpointId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  try {
    const cipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), iv, { authTagLength: tagBytes })
      .setAAD(Buffer.from(endpointId))
      .setAuthTag(tag);
    return cipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return null;
  }
}
