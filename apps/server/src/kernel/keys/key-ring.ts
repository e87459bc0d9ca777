import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Bytes of a key's id: 9 are exactly 12 characters of base64url, so the id is a prefix of the text.
 */
const idBytes = 9;

/**
 * The purpose of a key. Each purpose has an independent key, so a signature for one is invalid for
 * another.
 */
export type KeyPurpose =
  | 'dossier signatures'
  | 'download links'
  | 'erased tenants'
  | 'kept answers'
  | 'kept requests'
  | 'model key test'
  | 'notice channels'
  | 'password salts'
  | 'sso secrets'
  | 'tenant keys'
  | 'totp secrets'
  | 'unsubscribe links'
  | 'webhook secrets';

/** The installation's secrets. One of them writes: it encrypts and signs. All of them read. */
export interface KeyRing {
  /**
   * The ids of the secrets in the order of the setting, 12 characters each. An id reveals nothing
   * about its secret.
   */
  readonly ids: readonly string[];
  /** The id of the secret that writes: the first one, unless `writeWith` has chosen another. */
  readonly writingId: string;
  writeWith(id: string): void;
  /**
   * Encrypts a text for one `place`, such as the row that it belongs to. The result begins with the
   * secret's id.
   */
  encrypt(purpose: KeyPurpose, place: string, text: string): Buffer;
  /**
   * Decrypts a text; throws when it is damaged, was encrypted for another place, or with a secret
   * that is not here.
   */
  decrypt(purpose: KeyPurpose, place: string, sealed: Buffer): string;
  sign(purpose: KeyPurpose, text: string): Buffer;
  /** Returns the HMAC-SHA-256 of a text with each secret; the one that writes comes first. */
  signAll(purpose: KeyPurpose, text: string): [Buffer, ...Buffer[]];
}

/** Makes the ring of one or more secrets. */
export function createKeyRing(secrets: readonly [string, ...string[]]): KeyRing {
  const keys = secrets.map(openSecret);
  let writing = keys[0] as SecretKey;
  return {
    ids: keys.map(({ id }) => id),
    get writingId() {
      return writing.id;
    },
    writeWith(id) {
      const chosen = keys.find((key) => key.id === id);
      if (!chosen) throw new Error(`No secret has the id ${id}`);
      writing = chosen;
    },
    encrypt: (purpose, place, text) =>
      Buffer.concat([
        Buffer.from(writing.id, 'base64url'),
        encryptText(writing.derive(purpose), place, text),
      ]),
    decrypt(purpose, place, sealed) {
      const id = sealed.subarray(0, idBytes).toString('base64url');
      const named = keys.find((key) => key.id === id);
      if (!named) throw new Error('No secret of SECRET_KEY decrypts this');
      return decryptText(named.derive(purpose), place, sealed.subarray(idBytes));
    },
    sign: (purpose, text) => writing.sign(purpose, text),
    signAll: (purpose, text) => [
      writing.sign(purpose, text),
      ...keys.filter((key) => key !== writing).map((key) => key.sign(purpose, text)),
    ],
  };
}

interface SecretKey {
  id: string;
  derive(purpose: KeyPurpose): Buffer;
  sign(purpose: KeyPurpose, text: string): Buffer;
}

function openSecret(secret: string): SecretKey {
  const derived = new Map<KeyPurpose, Buffer>();
  const derive = (purpose: KeyPurpose) => {
    const key = derived.get(purpose) ?? deriveBytes(secret, purpose, 32);
    derived.set(purpose, key);
    return key;
  };
  return {
    id: deriveBytes(secret, 'id of a secret', idBytes).toString('base64url'),
    derive,
    sign: (purpose, text) => createHmac('sha256', derive(purpose)).update(text).digest(),
  };
}

function deriveBytes(secret: string, purpose: string, size: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, size));
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text (AES-256-GCM) for one `place` with a derived key; returns random IV, tag and
 * ciphertext.
 */
export function encryptText(key: Buffer, place: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a text; throws when it is damaged, or was encrypted for another place or with another
 * key.
 */
export function decryptText(key: Buffer, place: string, sealed: Buffer): string {
  const [iv, tag] = [sealed.subarray(0, ivBytes), sealed.subarray(ivBytes, ivBytes + tagBytes)];
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(ivBytes + tagBytes)),
    decipher.final(),
  ]).toString('utf8');
}
