import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDraftSaver, type DraftStatus } from './drafts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a saver of a text that the test changes, with saves that the test answers. */
function createCase() {
  const saves: { content: string; answer: (error?: Error) => void }[] = [];
  const statuses: DraftStatus[] = [];
  const text = { now: '' };
  const saver = createDraftSaver({
    read: () => text.now,
    save: (content) =>
      new Promise((resolve, reject) => {
        saves.push({ content, answer: (error) => (error ? reject(error) : resolve()) });
      }),
    onStatus: (status) => statuses.push(status),
  });
  const type = (now: string) => {
    text.now = now;
    saver.touch();
  };
  return { saves, statuses, saver, type };
}

// EDI-4
it('saves what was typed last, one request at a time, and goes on while there are changes', async () => {
  const { saves, statuses, saver, type } = createCase();
  type('a');
  type('ab');
  expect(saves).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(saves.map(({ content }) => content)).toEqual(['ab']);
  type('abc');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves).toHaveLength(1);
  saves[0]?.answer();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(saves.map(({ content }) => content)).toEqual(['ab', 'abc']);
  saves[1]?.answer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(statuses.at(-1)).toBe('saved');
  expect(saver.isDirty()).toBe(false);
});

// EDI-4
it('tries again after a failure, saves at once when asked, and nothing after its end', async () => {
  const { saves, statuses, saver, type } = createCase();
  type('a');
  await vi.advanceTimersByTimeAsync(1_500);
  saves[0]?.answer(new Error('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(statuses.at(-1)).toBe('failed');
  await vi.advanceTimersByTimeAsync(5_000);
  saves[1]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  type('b');
  void saver.flush();
  expect(saves.at(-1)?.content).toBe('b');
  saves.at(-1)?.answer();
  await saver.stop();
  type('c');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(3);
});
