import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../secret-key.ts';

const ivBytes = 12;
const tagBytes = 16;
const keyOf = (secretKey: string) => deriveKey(secretKey, 'erased tenants');

/** Encrypts the id of an erased tenant with the installation's key, so that work may keep it and no table tells it. */
export function sealTenant(secretKey: string, tenantId: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv);
  const sealed = Buffer.concat([cipher.update(tenantId, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Reads the id again; throws when it was changed or sealed with another key. */
export function openTenant(secretKey: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), iv, { authTagLength: tagBytes }).setAuthTag(tag);
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
