import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEvidenceControl, type ShownEvidence } from './evidence-control.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** These tests only compare the trigger. */
const evidenceOf = (trigger: string) => ({ trigger }) as unknown as ShownEvidence;
const [first, second] = [evidenceOf('first'), evidenceOf('second')];

test('hovering over a place shows its evidence after a delay and hides it after leaving', () => {
  const control = createEvidenceControl();
  control.point(first);
  expect(control.getShown()).toBe(null);
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(first);
  control.leave();
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(null);
});

test('passing over a place shows nothing; moving to the popover keeps it open', () => {
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

test('evidence opened by a click stays after the pointer leaves, until it hovers over another place', () => {
  const control = createEvidenceControl();
  control.show(first);
  control.leave();
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(first);
  control.point(second);
  vi.advanceTimersByTime(500);
  expect(control.getShown()).toBe(second);
});
