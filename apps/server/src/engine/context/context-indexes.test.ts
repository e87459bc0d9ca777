import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContextIndexes } from './text-index.ts';

const run = (runId: string, tenantId = 't') => ({ tenantId, runId });
const sourcesOf = (length: number) => [
  { id: 's', title: 's', location: null, text: 'x'.repeat(length) },
];

describe('the indexes of runs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are built once for a run of a tenant, and again after a drop', async () => {
    const indexes = createContextIndexes();
    const first = indexes.open(run('a'), sourcesOf(10));
    expect(indexes.open(run('a'), sourcesOf(10))).toBe(first);
    expect(indexes.open(run('a', 'other'), sourcesOf(10))).not.toBe(first);
    indexes.drop(run('a'));
    const second = indexes.open(run('a'), sourcesOf(10));
    expect(second).not.toBe(first);
    expect((await second).passages).toHaveLength(1);
  });

  it('take bounded memory: the least recently used one is dropped', () => {
    const indexes = createContextIndexes(100);
    const a = indexes.open(run('a'), sourcesOf(40));
    const b = indexes.open(run('b'), sourcesOf(40));
    expect(indexes.open(run('a'), sourcesOf(40))).toBe(a);
    indexes.open(run('c'), sourcesOf(40));
    expect(indexes.open(run('a'), sourcesOf(40))).toBe(a);
    expect(indexes.open(run('b'), sourcesOf(40))).not.toBe(b);
    const large = indexes.open(run('large'), sourcesOf(1_000));
    expect(indexes.open(run('large'), sourcesOf(1_000))).toBe(large);
  });

  it('are dropped after ten minutes without use', () => {
    const indexes = createContextIndexes();
    const first = indexes.open(run('a'), sourcesOf(10));
    vi.advanceTimersByTime(590_000);
    expect(indexes.open(run('a'), sourcesOf(10))).toBe(first);
    vi.advanceTimersByTime(590_000);
    expect(indexes.open(run('a'), sourcesOf(10))).toBe(first);
    vi.advanceTimersByTime(600_001);
    expect(indexes.open(run('a'), sourcesOf(10))).not.toBe(first);
  });
});
