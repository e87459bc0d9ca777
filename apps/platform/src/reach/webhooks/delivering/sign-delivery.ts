import { createHmac } from 'node:crypto';

/** One attempt of a delivery, which is signed. */
export interface UnsignedDelivery {
  deliveryId: string;
  event: string;
  /** The exact bytes that are sent. */
  body: string;
  /** Secrets in full; each of them signs. */
  secrets: readonly string[];
  /** Time of this attempt: receivers refuse old ones. */
  now: Date;
}

const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

/**
 * Returns the headers of an attempt. The key of `v1` is the whole secret; that of Standard Webhooks' signature is the
 * base64-decoded part after `whsec_` (WEB-21, WEB-24).
 */
export function signDelivery({ deliveryId, event, body, secrets, now }: UnsignedDelivery): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const own = secrets.map((secret) => `v1=${sign(secret, `${timestamp}.${body}`).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${sign(key, `${deliveryId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'x-service-signature': [`t=${timestamp}`, ...own].join(','),
    'x-service-event': event,
    'x-service-delivery': deliveryId,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
