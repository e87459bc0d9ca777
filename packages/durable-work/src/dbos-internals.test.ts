import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limitRetryWait } from './dbos-internals.ts';

const require = createRequire(import.meta.url);
const module = join(dirname(require.resolve('@dbos-inc/dbos-sdk')), 'system_database.js');
const { withDbRetry } = require(module) as { withDbRetry(operation: () => Promise<string>): Promise<string> };

beforeAll(() => {
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
});

// LEA-6
test('after an outage of any length, DBOS tries again within six seconds', async () => {
  limitRetryWait();
  const triedMs: number[] = [];
  const work = withDbRetry(async () => {
    triedMs.push(Date.now());
    if (triedMs.length < 30) throw Object.assign(new Error('away'), { code: '08006' });
    return 'back';
  });
  await vi.runAllTimersAsync();
  expect(await work).toBe('back');
  const waitsMs = triedMs.slice(1).map((at, index) => at - (triedMs[index] ?? at));
  expect(Math.max(...waitsMs)).toBeLessThanOrEqual(6_000);
});
