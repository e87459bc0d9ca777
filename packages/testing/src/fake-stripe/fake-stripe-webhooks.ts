import { createHmac } from 'node:crypto';
import type { StripeObject } from './fake-stripe-objects.ts';

/** A message to post. */
export interface SignedEvent {
  id: string;
  body: string;
  /** Value of the header `Stripe-Signature`. */
  signature: string;
}

/** Signs a message about an object as Stripe documents it: HMAC-SHA256 over `<timestamp>.<body>`. */
export function signStripeEvent(
  secret: string,
  event: { id: string; created: number; type: string; object: StripeObject },
): SignedEvent {
  const { id, created, type, object } = event;
  const about = { object: structuredClone(object) };
  const body = JSON.stringify({ id, object: 'event', api_version: null, created, livemode: false, type, data: about });
  return { id, body, signature: signBody(secret, body, Math.floor(Date.now() / 1_000)) };
}

/** Makes the signature header of a body for a time in seconds. */
export function signBody(secret: string, body: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
