import { createHmac } from 'node:crypto';
import { decryptText, encryptText } from '../../keys/encrypt-text.ts';
import { deriveKey } from '../../keys/secret-key.ts';

/** What keeps answers unreadable to whoever has only the database. */
export interface ResponseCipher {
  /** Tells requests apart; without the secret no guessed body can be checked against it. */
  fingerprint(request: string): Buffer;
  /** Encrypts an answer for one `place`, the row it belongs to. */
  seal(place: string, answer: string): Buffer;
  /** Reads it again; throws when it was sealed for another place or with another secret. */
  open(place: string, sealed: Buffer): string;
}

/** Makes the seal of an installation from its secret (AES-256-GCM, HMAC-SHA256). */
export function createResponseCipher(secretKey: string): ResponseCipher {
  const [answers, requests] = [deriveKey(secretKey, 'kept answers'), deriveKey(secretKey, 'kept requests')];
  return {
    fingerprint: (request) => createHmac('sha256', requests).update(request).digest(),
    seal: (place, answer) => encryptText(answers, place, answer),
    open: (place, sealed) => decryptText(answers, place, sealed),
  };
}
