import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryDuringDatabaseOutage } from './waiting.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const withCode = (code: string) => Object.assign(new Error('Refused'), { code });

// LEA-6
it('repeats work for as long as the database refuses to serve, with waits of at most 5 s', async () => {
  const endMs = Date.now() + 3_600_000;
  let tries = 0;
  const done = retryDuringDatabaseOutage(async () => {
    tries += 1;
    if (Date.now() < endMs) throw withCode('53100');
    return 'done';
  });
  await vi.advanceTimersByTimeAsync(3_610_000);
  expect(await done).toBe('done');
  expect(tries).toBeGreaterThan(700);
});

it('repeats nothing after an error that would occur again', async () => {
  await expect(
    retryDuringDatabaseOutage(() => Promise.reject(withCode('23505'))),
  ).rejects.toMatchObject({
    code: '23505',
  });
});
