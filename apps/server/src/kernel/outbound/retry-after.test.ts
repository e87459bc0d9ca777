import { expect, test } from 'vitest';
import { readRetryAfterMs } from './retry-after.ts';

const now = new Date('2026-03-02T10:00:00.000Z');

// WEB-34
test.each([
  ['90', 90_000],
  ['0', 0],
  [' 1.5 ', 1_500],
  ['100000000000000000000', 1e23],
  ['Mon, 02 Mar 2026 10:01:00 GMT', 60_000],
  ['Monday, 02-Mar-26 10:01:00 GMT', 60_000],
  ['Mon Mar  2 10:01:00 2026', 60_000],
  ['2026-03-02T12:01:00+02:00', 60_000],
  ['Fri, 02 Mar 2125 10:00:00 GMT', Date.parse('2125-03-02T10:00:00Z') - now.getTime()],
  ['Sun, 01 Mar 2026 10:00:00 GMT', null],
  ['Mon, 99 Mar 2026 10:00:00 GMT', null],
  ['-20', null],
  ['soon', null],
  ['tomorrow at 9', null],
  ['', null],
  [undefined, null],
])('Retry-After of %j is a wait of %j ms', (header, waitMs) => {
  expect(readRetryAfterMs(header, now)).toBe(waitMs);
});
