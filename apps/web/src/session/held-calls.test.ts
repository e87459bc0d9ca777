import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHeldCalls, undoMs } from './held-calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a list, and calls that record themselves and end when the test answers them. */
function createCase() {
  const leave = vi.fn<() => void>();
  const calls = createHeldCalls((act) => leave.mockImplementation(act));
  const sent: string[] = [];
  const answers = new Map<string, () => void>();
  const hold = (id: string) =>
    calls.hold(id, () => {
      sent.push(id);
      return new Promise((resolve) => answers.set(id, resolve));
    });
  return { calls, sent, answers, hold, leave };
}

// REV-20
it('sends a call once when its time is over, and never one that was taken back', async () => {
  const { calls, sent, answers, hold } = createCase();
  hold('a');
  hold('b');
  await vi.advanceTimersByTimeAsync(undoMs - 1);
  expect([sent, calls.stateOf('a')]).toEqual([[], 'waiting']);
  expect(calls.undo('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(undoMs);
  expect([sent, calls.stateOf('a'), calls.stateOf('b')]).toEqual([['b'], null, 'sending']);
  expect(calls.undo('b')).toBe(false);
  answers.get('b')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.stateOf('b')).toBe(null);
});

// REV-21
it('sends all calls when the person leaves, and none that were cleared', async () => {
  const { calls, sent, hold, leave } = createCase();
  hold('a');
  hold('b');
  leave();
  leave();
  expect(sent).toEqual(['a', 'b']);
  hold('c');
  calls.clear();
  await vi.advanceTimersByTimeAsync(undoMs);
  expect([sent, calls.stateOf('c')]).toEqual([['a', 'b'], null]);
});
