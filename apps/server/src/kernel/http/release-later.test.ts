import { expect, test } from 'vitest';
import { releaseLater } from './idempotency.ts';

// REQ-10
test('a claim is released as soon as the database serves again, and left to its expiry if it does not', async () => {
  const outage = new Error('The database is away');
  let attempts = 0;
  const release = async () => {
    attempts += 1;
    if (attempts < 3) throw outage;
  };
  expect(await releaseLater(release, { pauseMs: 1, limitMs: 60_000 })).toBe(null);
  expect(attempts).toBe(3);
  expect(await releaseLater(() => Promise.reject(outage), { pauseMs: 1, limitMs: 5 })).toBe(outage);
});
