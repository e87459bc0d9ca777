import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEvidenceControl, type ShownEvidence } from './evidence-control.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Only which place it is of matters here. */
const evidenceOf = (trigger: string) => ({ trigger }) as unknown as ShownEvidence;
const [first, second] = [evidenceOf('first'), evidenceOf('second')];

test('a place that is pointed at shows its evidence after a moment, and no longer than that', () => {
  const control = createEvidenceControl();
  control.point(first);
  expect(control.getShown()).toBe(null);
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(first);
  control.leave();
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(null);
});

test('who only passes over it sees nothing; who goes on to the popover keeps it', () => {
  const control = createEvidenceControl();
  control.point(first);
  control.leave();
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(null);
  control.point(first);
  vi.advanceTimersByTime(500);
  control.leave();
  control.stay();
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(first);
});

test('what was opened by a click stays when the pointer leaves, until another place is pointed at', () => {
  const control = createEvidenceControl();
  control.show(first);
  control.leave();
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(first);
  control.point(second);
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(second);
});
