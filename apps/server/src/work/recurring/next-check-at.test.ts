import type { SchedulePeriod } from '@ecp/contract/work/recurring';
import { describe, expect, test } from 'vitest';
import { nextCheckAt } from './schedules.ts';

const cases: [SchedulePeriod, start: string, after: string, next: string][] = [
  ['week', '2026-03-02T09:30Z', '2026-03-01T00:00Z', '2026-03-02T09:30:00.000Z'],
  ['week', '2026-03-02T09:30Z', '2026-03-02T09:30Z', '2026-03-09T09:30:00.000Z'],
  ['week', '2026-03-02T09:30Z', '2026-05-01T00:00Z', '2026-05-04T09:30:00.000Z'],
  ['month', '2026-01-31T06:00Z', '2026-01-31T06:00Z', '2026-02-28T06:00:00.000Z'],
  ['month', '2026-01-31T06:00Z', '2026-02-28T06:00Z', '2026-03-31T06:00:00.000Z'],
  ['month', '2028-01-30T06:00Z', '2028-02-10T06:00Z', '2028-02-29T06:00:00.000Z'],
  ['month', '2026-01-15T06:00Z', '2026-12-20T00:00Z', '2027-01-15T06:00:00.000Z'],
  ['quarter', '2026-11-30T00:00Z', '2026-11-30T00:00Z', '2027-02-28T00:00:00.000Z'],
  ['quarter', '2026-11-30T00:00Z', '2027-03-01T00:00Z', '2027-05-30T00:00:00.000Z'],
  ['quarter', '2026-01-10T00:00Z', '2026-04-10T00:00Z', '2026-07-10T00:00:00.000Z'],
];

describe('the next check', () => {
  // REC-2
  test.each(cases)('every %s from %s, after %s, is at %s', (every, start, after, next) => {
    expect(nextCheckAt({ every, startsAt: new Date(start) }, new Date(after)).toISOString()).toBe(
      next,
    );
  });
});
