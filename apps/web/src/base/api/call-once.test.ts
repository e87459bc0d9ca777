import { ApiError, ConnectionError } from '@ecp/sdk/api-error';
import { expect, test } from 'vitest';
import { callOnce } from './call-once.ts';

const keys: (string | undefined)[] = [];
const ask = (what: string, answer: () => string) =>
  callOnce([what], async ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return answer();
  });
const lose = (): string => {
  throw new ConnectionError('connection_failed', 'The connection was lost');
};
const refuse = (): string => {
  const fields = {
    status: 403,
    code: 'engagement_limit_reached',
    message: 'No',
    requestId: 'r',
  } as const;
  throw new ApiError({ ...fields, values: {}, details: [], retryAfterMs: null });
};

test('uses the same key until a response arrives, and then another one', async () => {
  await expect(ask('a', lose)).rejects.toThrow('lost');
  expect(await ask('b', () => 'other')).toBe('other');
  expect(await ask('a', () => 'made')).toBe('made');
  await expect(ask('a', refuse)).rejects.toThrow('No');
  expect(await ask('a', () => 'made again')).toBe('made again');
  const [lost, other, made, refused, again] = keys;
  expect(made).toBe(lost);
  expect(new Set([lost, other, refused, again]).size).toBe(4);
});
