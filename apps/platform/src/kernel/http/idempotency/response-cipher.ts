import { createHmac } from 'node:crypto';
import { decryptText, encryptText } from '../../keys/encrypt-text.ts';
import { deriveKey } from '../../keys/secret-key.ts';

/** Makes stored responses unreadable to anyone who has only the database. */
export interface ResponseCipher {
  /** Distinguishes requests. Without the secret, a guessed body cannot be checked against it. */
  fingerprint(request: string): Buffer;
  /** Encrypts a response for one `place`, the row that it belongs to. */
  seal(place: string, answer: string): Buffer;
  /** Decrypts it; throws when it was encrypted for another place or with another secret. */
  open(place: string, sealed: Buffer): string;
}

/** Makes the cipher of an installation from its secret (AES-256-GCM, HMAC-SHA256). */
export function createResponseCipher(secretKey: string): ResponseCipher {
  const [answers, requests] = [deriveKey(secretKey, 'kept answers'), deriveKey(secretKey, 'kept requests')];
  return {
    fingerprint: (request) => createHmac('sha256', requests).update(request).digest(),
    seal: (place, answer) => encryptText(answers, place, answer),
    open: (place, sealed) => decryptText(answers, place, sealed),
  };
}
