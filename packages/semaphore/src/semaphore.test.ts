import { describe, expect, it } from 'vitest';
import {
  type AcquireOptions,
  createSemaphore,
  type Holder,
  type SemaphoreOptions,
} from './semaphore.ts';

/** Lets everything start that can: resolves pending promises without waiting for time to pass. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Acquires permits one after the other and records the order of the turns. */
function watch(options: SemaphoreOptions) {
  const semaphore = createSemaphore(options);
  const turns: string[] = [];
  const refused: string[] = [];
  const held: (() => void)[] = [];
  const ask = (
    holder: Holder,
    count = 1,
    { name = String(holder), ...rest }: AcquireOptions & { name?: string } = {},
  ) => {
    for (let n = 0; n < count; n += 1) {
      semaphore.acquire(holder, rest).then(
        (release) => {
          turns.push(name);
          held.push(release);
        },
        (error: Error) => refused.push(`${name}: ${error.message}`),
      );
    }
  };
  const releaseOne = async () => {
    held.shift()?.();
    await settle();
  };
  return { semaphore, turns, refused, held, ask, releaseOne };
}

describe('permits of a semaphore', () => {
  it('are given in turns: after one of a holder’s hundred requests comes another holder’s only one', async () => {
    const { turns, ask, releaseOne } = watch({ permits: 2 });
    ask('a', 100);
    ask('b');
    ask('c', 2);
    await settle();
    expect(turns).toEqual(['a', 'a']);
    for (let n = 0; n < 6; n += 1) await releaseOne();
    expect(turns).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'c', 'a']);
  });

  it('are all given in the end, and never more than exist at the same time', async () => {
    const { turns, held, ask, releaseOne } = watch({ permits: 3 });
    for (const tenant of ['a', 'b', 'a', 'c', 'b']) ask(tenant, 4);
    await settle();
    for (let n = 0; n < 20; n += 1) {
      expect(held.length).toBeLessThanOrEqual(3);
      await releaseOne();
    }
    expect(turns).toHaveLength(20);
    expect(held).toHaveLength(0);
  });

  it('stay free for others if a rule says so, and go to waiting holders once there is room', async () => {
    const { turns, held, ask } = watch({
      permits: 8,
      mayAcquire: (free, [own = 0]) => own < free * 3,
    });
    ask('a', 20);
    ask('b');
    await settle();
    expect(turns).toEqual(['a', 'a', 'a', 'a', 'a', 'a', 'b']);
    for (const release of held.splice(0)) release();
    await settle();
    expect(turns.slice(7)).toEqual(['a', 'a', 'a', 'a', 'a', 'a']);
  });

  it('are counted for each key of a holder', async () => {
    const seen: (readonly number[])[] = [];
    const mayAcquire = (_free: number, held: readonly number[]) => {
      seen.push(held);
      return true;
    };
    const { ask, releaseOne } = watch({ permits: Number.POSITIVE_INFINITY, mayAcquire });
    ask(['tenant', 'one']);
    ask(['tenant', 'two']);
    ask(['other', 'one']);
    await settle();
    await releaseOne();
    ask(['tenant', 'two']);
    ask(['one', 'tenant']);
    expect(seen).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ]);
  });

  it('are released once, however often the holder releases them', async () => {
    const { semaphore, turns, ask } = watch({ permits: 1 });
    const release = await semaphore.acquire('a');
    ask('b', 3);
    release();
    release();
    await settle();
    expect(turns).toEqual(['b']);
  });
});

describe('requests that wait for a permit', () => {
  it('leave the line when they are aborted', async () => {
    const { turns, refused, ask, releaseOne } = watch({ permits: 1 });
    const stop = new AbortController();
    ask('a');
    ask('a', 2, { signal: stop.signal });
    ask('b');
    await settle();
    stop.abort(new Error('left'));
    await releaseOne();
    expect([turns, refused]).toEqual([
      ['a', 'b'],
      ['a: left', 'a: left'],
    ]);
  });

  it('are overtaken by a request of the same holder marked as first, not by others', async () => {
    const { turns, ask, releaseOne } = watch({ permits: 1 });
    ask('a');
    ask('b');
    ask('a', 1, { name: 'late' });
    ask('a', 1, { name: 'urgent', first: true });
    await settle();
    for (let n = 0; n < 4; n += 1) await releaseOne();
    expect(turns).toEqual(['a', 'b', 'urgent', 'late']);
  });

  it('are refused beyond the limit of their holder', async () => {
    const { turns, refused, ask } = watch({
      permits: 1,
      maxWaitingPerHolder: 2,
      refusal: () => new Error('full'),
    });
    ask('a', 4);
    ask('b', 2);
    await settle();
    expect([turns, refused]).toEqual([['a'], ['a: full']]);
  });

  it('are refused from the end of the longest line once all lines together are full', async () => {
    const { turns, refused, ask, releaseOne } = watch({
      permits: 1,
      maxWaiting: 3,
      refusal: () => new Error('full'),
    });
    ask('a', 5);
    await settle();
    expect(refused).toEqual(['a: full']);
    ask('b');
    await settle();
    expect(refused).toEqual(['a: full', 'a: full']);
    ask('b');
    await settle();
    expect(refused).toEqual(['a: full', 'a: full', 'b: full']);
    for (let n = 0; n < 4; n += 1) await releaseOne();
    expect(turns).toEqual(['a', 'a', 'b', 'a']);
  });
});

describe('work that runs with a permit', () => {
  it('starts at once if a permit is free, else in its turn, and returns its result', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    const gate = Promise.withResolvers<string>();
    const begun: string[] = [];
    const run = (name: string) =>
      semaphore.run(name, () => {
        begun.push(name);
        return gate.promise;
      });
    const results = [run('a'), run('b')];
    expect(begun).toEqual(['a']);
    gate.resolve('done');
    expect(await Promise.all(results)).toEqual(['done', 'done']);
    expect(begun).toEqual(['a', 'b']);
  });

  it('releases its permit when it fails', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    await expect(semaphore.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await semaphore.run('a', async () => 'next')).toBe('next');
  });
});

describe('draining', () => {
  it('gives no more permits and ends when the last permit is released', async () => {
    const { semaphore, turns, ask, releaseOne } = watch({ permits: 2 });
    ask('a', 2);
    await settle();
    let drained = false;
    const drain = semaphore.drain().then(() => {
      drained = true;
    });
    ask('b');
    await releaseOne();
    expect(drained).toBe(false);
    await releaseOne();
    await drain;
    expect(turns).toEqual(['a', 'a']);
    expect(semaphore.isDraining()).toBe(true);
  });
});
