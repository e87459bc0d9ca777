import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The credentials and the service that a request has to be signed for. */
export interface SigningPlace {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  service: string;
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns true if a request without a query has a valid AWS Signature Version 4. */
export function isSigned(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region, service }: SigningPlace,
): boolean {
  const form = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^,]+), SignedHeaders=([^,]+), Signature=(\w{64})$/;
  const [, signer, day = '', rest, names = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const scope = `${region}/${service}/aws4_request`;
  if (signer !== accessKeyId || rest !== scope || !names.split(';').includes('host')) return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', lines.join(''), names, hash(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${scope}`, hash(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${secretAccessKey}`);
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
