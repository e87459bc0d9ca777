import { expect, test } from 'vitest';
import { shareReads } from './share-reads.ts';

// FOL-17
test('callers share the next read, never one that began before they asked, and its failure', async () => {
  const share = shareReads<number>();
  const reads: PromiseWithResolvers<number>[] = [];
  const read = () => {
    const reading = Promise.withResolvers<number>();
    reads.push(reading);
    return reading.promise;
  };
  const first = share('run', read);
  const other = share('another run', read);
  const waiting = [share('run', read), share('run', read)];
  expect(reads).toHaveLength(2);
  reads[0]?.reject(new Error('The engine is away'));
  await expect(first).rejects.toThrow('away');
  expect(reads).toHaveLength(3);
  const late = share('run', read);
  reads[2]?.resolve(2);
  expect(await Promise.all(waiting)).toEqual([2, 2]);
  reads[3]?.resolve(3);
  expect(await late).toBe(3);
  reads[1]?.resolve(1);
  expect(await other).toBe(1);
  const again = share('run', read);
  reads[4]?.resolve(4);
  expect(await again).toBe(4);
});
