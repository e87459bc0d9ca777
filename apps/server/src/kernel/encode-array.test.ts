import { expect, test } from 'vitest';
import { encodeArray } from './encoded-json.ts';

// TAB-16
test('writes what JSON.stringify writes, and lets others have their turn in between', async () => {
  const values = Array.from({ length: 5_000 }, (_, at) => [at, 'ü'.repeat(1_000), null]);
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const text = await encodeArray(values);
  clearImmediate(next);
  expect(text).toBe(JSON.stringify(values));
  // 5 million characters in pieces of 256 Ki.
  expect(turns).toBeGreaterThan(15);
  expect(await encodeArray([])).toBe('[]');
});
