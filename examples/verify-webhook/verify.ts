import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Tells whether a webhook delivery comes from the service: one of its signatures is made with the
 * secret, and its time is at most `toleranceSeconds` from now. `body` is the body as received,
 * before it is parsed. `signature` is the header `X-Service-Signature`, and `secret` the whole
 * secret with `whsec_`.
 */
function isGenuine(
  body: Buffer,
  signature: string,
  secret: string,
  toleranceSeconds = 300,
): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2));
  const time = Number(parts.find(([name]) => name === 't')?.[1]);
  const isRecent = Math.abs(Date.now() / 1000 - time) <= toleranceSeconds;
  if (!isRecent) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const received = Buffer.from(value, 'hex');
    return (
      name === 'v1' && received.length === expected.length && timingSafeEqual(received, expected)
    );
  });
}

// Usage: node verify.ts SIGNATURE SECRET < body
const [signature = '', secret = ''] = process.argv.slice(2);
const genuine = isGenuine(readFileSync(0), signature, secret);
console.log(genuine ? 'genuine' : 'refused');
process.exitCode = genuine ? 0 : 1;
