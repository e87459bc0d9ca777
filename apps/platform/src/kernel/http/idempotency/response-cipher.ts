import type { KeyRing } from '../../keys/key-ring.ts';

/** Makes stored responses unreadable to anyone who has only the database. */
export interface ResponseCipher {
  /**
   * Distinguishes requests. Without the secret, a guessed body cannot be checked against it. A request has a
   * fingerprint under each secret; the first is stored, and any identifies a stored one.
   */
  fingerprints(request: string): [Buffer, ...Buffer[]];
  /** Encrypts a response for one `place`, the row that it belongs to. */
  seal(place: string, answer: string): Buffer;
  /** Decrypts it; throws when it was encrypted for another place or with another secret. */
  open(place: string, sealed: Buffer): string;
}

/** Makes the cipher of an installation from its secrets (AES-256-GCM, HMAC-SHA256). */
export function createResponseCipher(keys: KeyRing): ResponseCipher {
  return {
    fingerprints: (request) => keys.signAll('kept requests', request),
    seal: (place, answer) => keys.encrypt('kept answers', place, answer),
    open: (place, sealed) => keys.decrypt('kept answers', place, sealed),
  };
}
