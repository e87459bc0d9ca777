import { expect, test } from 'vitest';
import { readExpiry } from './key-expiry.ts';

const nowMs = new Date(2026, 10, 20, 15, 30).getTime();

test('an expiry counts days from now, or includes the whole chosen day', () => {
  expect(readExpiry('never', '')).toBeNull();
  expect(readExpiry('30', '', nowMs)).toBe(new Date(nowMs + 30 * 86_400_000).toISOString());
  expect(readExpiry('date', '2026-12-31', nowMs)).toBe(new Date(2027, 0, 1).toISOString());
});
