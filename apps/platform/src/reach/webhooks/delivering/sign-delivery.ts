import { createHmac } from 'node:crypto';

/** What is signed: one attempt of a delivery. */
export interface UnsignedDelivery {
  deliveryId: string;
  event: string;
  /** As sent, to the byte. */
  body: string;
  /** Whole secrets; each signs. */
  secrets: readonly string[];
  /** Of this attempt: receivers refuse old ones. */
  now: Date;
}

const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

/**
 * Headers of an attempt: `v1` is keyed with the whole secret, Standard Webhooks' signature with the base64-decoded part
 * after `whsec_` (WEB-21, WEB-24).
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
