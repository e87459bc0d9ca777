import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const secret = 'whsec_0123456789abcdef01234567';
const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1_000;
const event = {
  event: 'engagement.completed',
  data: { engagementId: 'e', status: 'completed', runId: 'r' },
};
const payload = JSON.stringify({ ...event, timestamp: now.toISOString(), note: 'Zürich' });

const sign = (key: string, timestamp: number | string = seconds, body = payload) =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
const headersOf = (signature: string) => ({ 'x-service-signature': signature });
const good = `t=${seconds},v1=${sign(secret)}`;

test('returns the event of a valid signature, for any kind of headers and bytes', async () => {
  const object = await verifyWebhook({ payload, headers: headersOf(good), secret, now });
  expect(object).toEqual(JSON.parse(payload));
  if (object.event === 'engagement.completed') expect(object.data.runId).toBe('r');
  const headers = new Headers({ 'X-Service-Signature': good });
  expect(
    await verifyWebhook({ payload: new TextEncoder().encode(payload), headers, secret, now }),
  ).toEqual(object);
  const several = { 'x-service-signature': [good] };
  expect(await verifyWebhook({ payload, headers: several, secret, now })).toEqual(object);
});

test('accepts one valid signature of several, and one valid secret', async () => {
  const old = 'whsec_ffffffffffffffffffffffff';
  const both = `t=${seconds},v1=${sign(old)},v1=${sign(secret)}`;
  await verifyWebhook({ payload, headers: headersOf(both), secret, now });
  await verifyWebhook({ payload, headers: headersOf(both), secret: old, now });
  await verifyWebhook({ payload, headers: headersOf(good), secret: [old, secret], now });
});

test.for([
  ['no header', undefined, 'signature_missing'],
  ['an empty one', '', 'signature_missing'],
  ['no time', `v1=${sign(secret)}`, 'signature_malformed'],
  ['no signature', `t=${seconds}`, 'signature_malformed'],
  ['a short signature', `t=${seconds},v1=${sign(secret).slice(0, 10)}`, 'signature_malformed'],
  [
    'a time that is no number',
    `t=${seconds}x,v1=${sign(secret, `${seconds}x`)}`,
    'signature_malformed',
  ],
  ['another version only', `t=${seconds},v0=${sign(secret)}`, 'signature_malformed'],
  ['another secret', `t=${seconds},v1=${sign('whsec_x')}`, 'signature_mismatch'],
  [
    'the part after whsec_ as key',
    `t=${seconds},v1=${sign(secret.slice(6))}`,
    'signature_mismatch',
  ],
  ['another body', `t=${seconds},v1=${sign(secret, seconds, `${payload} `)}`, 'signature_mismatch'],
  ['another time', `t=${seconds + 1},v1=${sign(secret)}`, 'signature_mismatch'],
  ['a time long ago', `t=${seconds - 301},v1=${sign(secret, seconds - 301)}`, 'timestamp_too_far'],
  ['a time to come', `t=${seconds + 301},v1=${sign(secret, seconds + 301)}`, 'timestamp_too_far'],
] as const)('refuses %s', async ([, signature, code]) => {
  const headers = { 'x-service-signature': signature };
  await expect(verifyWebhook({ payload, headers, secret, now })).rejects.toMatchObject({ code });
});

test('respects the given tolerance of time', async () => {
  const headers = headersOf(`t=${seconds - 900},v1=${sign(secret, seconds - 900)}`);
  await verifyWebhook({ payload, headers, secret, now, toleranceSeconds: 900 });
});
