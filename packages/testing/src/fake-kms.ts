import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call that the service has answered. */
interface KmsCall {
  operation: string;
  keyId: string;
  context: Record<string, string>;
}

/**
 * A server with the wire protocol of AWS KMS (AWS JSON 1.1, Signature Version 4) and symmetric
 * keys.
 */
export interface FakeKms {
  settings: {
    keyId: string;
    endpoint: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** Calls in the order of arrival. */
  calls: KmsCall[];
  /** Adds a key and returns its ARN. */
  addKey(): string;
  /** Answers 500 to every call from now on, or never answers, or works again. */
  behave(how: 'well' | 'fails' | 'hangs'): void;
  close(): Promise<void>;
}

interface Body {
  KeyId?: string;
  Plaintext?: string;
  CiphertextBlob?: string;
  EncryptionContext?: Record<string, string>;
}

/** An error of the service, with the name that its protocol gives it. */
class KmsError extends Error {
  readonly type: string;

  constructor(type: string, message = type) {
    super(message);
    this.type = type;
  }
}

const region = 'eu-central-1';
const account = '111122223333';
const longestPlaintextBytes = 4_096;

/** Starts the service with one key on a free port of 127.0.0.1. */
export async function startFakeKms(): Promise<FakeKms> {
  const credentials = {
    accessKeyId: 'AKIAFAKEKMS',
    secretAccessKey: randomBytes(20).toString('hex'),
  };
  const keys = new Map<string, Buffer>();
  const calls: KmsCall[] = [];
  let behaviour: Parameters<FakeKms['behave']>[0] = 'well';
  const addKey = () => {
    const arn = `arn:aws:kms:${region}:${account}:key/${randomBytes(8).toString('hex')}`;
    keys.set(arn, randomBytes(32));
    return arn;
  };
  const handle = async (request: IncomingMessage): Promise<object> => {
    const text = await buffer(request);
    if (!isSigned(request, text, { ...credentials, region, service: 'kms' })) {
      throw new KmsError(
        'InvalidSignatureException',
        'The request signature we calculated does not match',
      );
    }
    const body = JSON.parse(text.toString()) as Body;
    const [, operation = ''] =
      /^TrentService\.(\w+)$/.exec(String(request.headers['x-amz-target'])) ?? [];
    const work = { Encrypt: encrypt, Decrypt: decrypt }[operation];
    if (!work) throw new KmsError('UnknownOperationException');
    const { keyId, answer } = work(keys, body);
    calls.push({ operation, keyId, context: body.EncryptionContext ?? {} });
    return { ...answer, KeyId: keyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  };
  const server = createServer((request, response) => {
    if (behaviour === 'hangs') return;
    const failing =
      behaviour === 'fails'
        ? Promise.reject(new KmsError('KMSInternalException'))
        : handle(request);
    const send = (status: number, answer: object) =>
      response
        .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify(answer));
    failing.then(
      (answer) => send(200, answer),
      (error: unknown) => {
        const { type, message } =
          error instanceof KmsError ? error : new KmsError('ValidationException', String(error));
        send(type === 'KMSInternalException' ? 500 : 400, { __type: type, message });
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: { keyId: addKey(), endpoint: `http://127.0.0.1:${port}`, region, ...credentials },
    calls,
    addKey,
    behave: (how) => {
      behaviour = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Keys = ReadonlyMap<string, Buffer>;
type Outcome = { keyId: string; answer: object };

function encrypt(
  keys: Keys,
  { KeyId = '', Plaintext = '', EncryptionContext = {} }: Body,
): Outcome {
  const key = findKey(keys, KeyId);
  const plaintext = Buffer.from(Plaintext, 'base64');
  if (plaintext.length === 0 || plaintext.length > longestPlaintextBytes)
    throw new KmsError('ValidationException');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(canonical(EncryptionContext));
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const name = Buffer.from(KeyId);
  const blob = Buffer.concat([Buffer.from([name.length]), name, iv, cipher.getAuthTag(), sealed]);
  return { keyId: KeyId, answer: { CiphertextBlob: blob.toString('base64') } };
}

function decrypt(
  keys: Keys,
  { KeyId, CiphertextBlob = '', EncryptionContext = {} }: Body,
): Outcome {
  const blob = Buffer.from(CiphertextBlob, 'base64');
  const at = 1 + (blob[0] ?? 0);
  const keyId = blob.subarray(1, at).toString();
  if (KeyId !== undefined && KeyId !== keyId) throw new KmsError('IncorrectKeyException');
  const key = findKey(keys, keyId);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(at, at + 12), {
      authTagLength: 16,
    });
    decipher.setAAD(canonical(EncryptionContext)).setAuthTag(blob.subarray(at + 12, at + 28));
    const plain = Buffer.concat([decipher.update(blob.subarray(at + 28)), decipher.final()]);
    return { keyId, answer: { Plaintext: plain.toString('base64') } };
  } catch (error) {
    throw new KmsError('InvalidCiphertextException', String(error));
  }
}

function findKey(keys: Keys, keyId: string): Buffer {
  const key = keys.get(keyId);
  if (!key) throw new KmsError('NotFoundException', `Key '${keyId}' does not exist`);
  return key;
}

/** The context in the order of its names, as the service binds it. */
function canonical(context: Record<string, string>): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The credentials and the service that a request has to be signed for. */
interface SigningPlace {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  service: string;
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns true if a request without a query has a valid AWS Signature Version 4. */
function isSigned(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region, service }: SigningPlace,
): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^,]+), SignedHeaders=([^,]+), Signature=(\w{64})$/;
  const [, signer, day = '', rest, names = '', signature] =
    form.exec(headers.authorization ?? '') ?? [];
  const scope = `${region}/${service}/aws4_request`;
  if (signer !== accessKeyId || rest !== scope || !names.split(';').includes('host')) return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', lines.join(''), names, hash(body)].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${scope}`,
    hash(canonical),
  ].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    mac,
    `AWS4${secretAccessKey}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
