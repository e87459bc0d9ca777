import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '@ecp/contract/identity/factor-proof';

/** The properties of a passkey's answer. Tests change one at a time. */
interface AnswerOptions {
  origin?: string;
  rpId?: string;
  /** True if the device has verified the person. */
  verified?: boolean;
  /** The count of signatures that the device states. */
  counter?: number;
}

/** A passkey in memory, for one credential. */
export interface SoftwareAuthenticator {
  /** Makes the credential for options of `POST /api/me/passkeys/options`. */
  register(options: WebAuthnOptions, answer?: AnswerOptions): PasskeyRegistration;
  /** Signs the challenge of options of `POST /api/auth/passkey/options`. */
  sign(options: WebAuthnOptions, answer?: AnswerOptions): PasskeyAssertion;
}

/** The parts of WebAuthn's options that an authenticator reads. */
export interface WebAuthnOptions {
  challenge?: string;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** Makes a passkey with an ES256 key that answers as a browser at `origin` would. */
export function createSoftwareAuthenticator({
  origin,
  rpId,
}: {
  origin: string;
  rpId: string;
}): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let counter = 0;
  const head = (
    type: string,
    { challenge = '' }: WebAuthnOptions,
    answer: AnswerOptions,
    extraFlags: number,
  ) => {
    const clientData = Buffer.from(
      JSON.stringify({ type, challenge, origin: answer.origin ?? origin }),
    );
    const verified = answer.verified === false ? 0 : flags.verified;
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(answer.counter ?? counter);
    const rpIdHash = sha256(Buffer.from(answer.rpId ?? rpId));
    const authenticatorData = Buffer.concat([
      rpIdHash,
      Buffer.of(flags.present | verified | extraFlags),
      count,
    ]);
    return { clientData, authenticatorData };
  };
  const id = credentialId.toString('base64url');
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  return {
    register(options, answer = {}) {
      const { clientData, authenticatorData } = head(
        'webauthn.create',
        options,
        answer,
        flags.attested,
      );
      const length = Buffer.of(0, credentialId.length);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        length,
        credentialId,
        encodeCoseKey(publicKey),
      ]);
      const attestationObject = encodeAttestation(Buffer.concat([authenticatorData, attested]));
      const response = {
        clientDataJSON: url(clientData),
        attestationObject: url(attestationObject),
      };
      return { ...credential, response };
    },
    sign(options, answer = {}) {
      const { clientData, authenticatorData } = head('webauthn.get', options, answer, 0);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      const signature = createSign('sha256').update(signed).sign(privateKey);
      const response = {
        clientDataJSON: url(clientData),
        authenticatorData: url(authenticatorData),
        signature: url(signature),
      };
      return { ...credential, response };
    },
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const url = (bytes: Buffer) => bytes.toString('base64url');

/** CBOR of `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`, the COSE form of a P-256 key (RFC 9053). */
function encodeCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.of(label, 0x58, 0x20), Buffer.from(value, 'base64url')]);
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ]);
}

/** CBOR of `{fmt: "none", attStmt: {}, authData}`. */
function encodeAttestation(authData: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
  const length = Buffer.of(0x59, authData.length >> 8, authData.length & 0xff);
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    length,
    authData,
  ]);
}
