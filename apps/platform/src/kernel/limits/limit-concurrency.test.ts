import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('so many at once, the next ones in turn, and no more than may wait', async () => {
  const limited = limitConcurrency(1, 2);
  const begun: number[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (id: number) =>
    limited(async () => {
      begun.push(id);
      await gate.promise;
      return id;
    });
  const accepted = [work(1), work(2), work(3)];
  await expect(work(4)).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '10' } });
  expect(begun).toEqual([1]);
  gate.resolve();
  expect(await Promise.all(accepted)).toEqual([1, 2, 3]);
  expect(await work(5)).toBe(5);
});

test('work is done in order, no more than so many at once, past failures too', async () => {
  const limited = limitConcurrency(2, 10);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) =>
      limited(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        if (index % 2 === 1) throw new Error('failed');
        return index;
      }),
    ),
  );
  expect([most, started]).toEqual([2, [0, 1, 2, 3, 4, 5]]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});
