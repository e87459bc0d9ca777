import type { EventData } from '@ecp/contract/reach/webhook-events';

type Events = { [N in keyof EventData]: { event: N; data: EventData[N]; timestamp: string } };

/** A delivered event. `event` gives the type of `data`. The test endpoint sends `ping`. */
export type WebhookEvent =
  | Events[keyof EventData]
  | { event: 'ping'; data: Record<string, unknown>; timestamp: string };

/** Headers as servers provide them: Web standard, or an object with lower-case names as in Node. */
export type ReceivedHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A received delivery, and the values to check it with. */
export interface WebhookRequest {
  /** The exact bytes of the received body. Never parse and serialise it first. */
  payload: string | Uint8Array<ArrayBuffer>;
  headers: ReceivedHeaders;
  /** The whole secret, including `whsec_`. Give several while a new one is introduced. */
  secret: string | readonly string[];
  /** Limits the difference of the signature's time from now; default 300. */
  toleranceSeconds?: number;
  now?: Date;
}

/** The delivery must not be trusted. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code:
    | 'signature_missing'
    | 'signature_malformed'
    | 'timestamp_too_far'
    | 'signature_mismatch';

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Returns the event if one `v1` of `X-Service-Signature` is the HMAC-SHA256 of `<t>.<body>` by the
 * whole secret. Throws `WebhookVerificationError`.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { payload, headers, secret, toleranceSeconds = 300, now = new Date() } = request;
  const header = readHeader(headers, 'x-service-signature');
  if (!header)
    throw new WebhookVerificationError('signature_missing', 'X-Service-Signature is missing');
  const { timestamp, signatures } = parseSignature(header);
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_far',
      'The delivery was signed too long ago, or in the future',
    );
  }
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const signed = new Uint8Array([...new TextEncoder().encode(`${timestamp}.`), ...body]);
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    if (await isSignedWith(each, signed, signatures)) {
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError(
    'signature_mismatch',
    'No signature matches the body and the secret',
  );
}

function readHeader(headers: ReceivedHeaders, name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

function parseSignature(header: string): {
  timestamp: string;
  signatures: Uint8Array<ArrayBuffer>[];
} {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value = '']) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [fromHex(value)] : [],
  );
  if (!/^\d{1,12}$/.test(timestamp) || signatures.length === 0) {
    throw new WebhookVerificationError(
      'signature_malformed',
      'X-Service-Signature is not t=<seconds>,v1=<hex>',
    );
  }
  return { timestamp, signatures };
}

const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Web Crypto's `verify` takes constant time. */
async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    algorithm,
    false,
    ['verify'],
  );
  const checks = await Promise.all(
    signatures.map((each) => crypto.subtle.verify('HMAC', key, each, signed)),
  );
  return checks.includes(true);
}
