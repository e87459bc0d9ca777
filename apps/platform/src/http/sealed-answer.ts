import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../secret-key.ts';

const ivBytes = 12;
const tagBytes = 16;

/** What keeps answers unreadable to whoever has only the database. */
export interface AnswerSeal {
  /** Tells requests apart; without the secret no guessed body can be checked against it. */
  fingerprint(request: string): Buffer;
  /** Encrypts an answer for one `place`, the row it belongs to. */
  seal(place: string, answer: string): Buffer;
  /** Reads it again; throws when it was sealed for another place or with another secret. */
  open(place: string, sealed: Buffer): string;
}

/** Makes the seal of an installation from its secret (AES-256-GCM, HMAC-SHA256). */
export function createAnswerSeal(secretKey: string): AnswerSeal {
  const [answers, requests] = [deriveKey(secretKey, 'kept answers'), deriveKey(secretKey, 'kept requests')];
  return {
    fingerprint: (request) => createHmac('sha256', requests).update(request).digest(),
    seal(place, answer) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', answers, iv).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(place, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', answers, sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
