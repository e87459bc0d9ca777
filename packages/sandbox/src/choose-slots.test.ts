import { expect, test } from 'vitest';
import { chooseSlots } from './scheduler.ts';

const gigabyte = 1024 ** 3;

// SBX-13
test.each([
  [2, 24, 3],
  [16, 24, 8],
  [16, 4, 6],
  [4, 2, 2],
  [4, 0.5, 1],
])('%i processors and %d GB give %i places', (processors, gigabytes, slots) => {
  expect(chooseSlots({ processors, memoryBytes: gigabytes * gigabyte })).toBe(slots);
});

test('this machine gives at least one', () => {
  expect(chooseSlots()).toBeGreaterThanOrEqual(1);
});
