import type pg from 'pg';
import { expect, test } from 'vitest';
import { WaitingQueues } from './waiting-queues.ts';

const poolOf = (query: () => Promise<unknown>) => ({ query }) as unknown as pg.Pool;

test('one statement answers for all queues, and only for those that the process knows', async () => {
  let statements = 0;
  const query = async () => {
    statements += 1;
    return { rows: [{ name: 'mails' }] };
  };
  const waiting = new WaitingQueues(poolOf(query), 'platform', ['mails', 'posts']);
  expect(await Promise.all(['mails', 'posts', 'of another release'].map((name) => waiting.has(name)))).toEqual([
    true,
    false,
    true,
  ]);
  expect(statements).toBe(1);
});

test('all queues are polled while the database does not answer', async () => {
  const waiting = new WaitingQueues(
    poolOf(() => Promise.reject(new Error('gone'))),
    'platform',
    ['mails'],
  );
  expect(await waiting.has('mails')).toBe(true);
});
