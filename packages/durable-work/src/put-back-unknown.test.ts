import { type ExecutorLease, takeLease } from '@ecp/database/executor-lease';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import type pg from 'pg';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDurableQueue } from './durable-queue.ts';
import type { LaneWork } from './lane-queue.ts';
import { watchForUnknownWork } from './put-back-unknown.ts';
import { defineWorkflow, runStep } from './workflow.ts';

// LEA-10
test('work that was taken without an answer is done, and work in progress is not done twice', async () => {
  const fresh = await createFreshDatabase();
  onTestFinished(() => fresh.drop());
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const act = async (id: string) => {
    begun.push(id);
    if (id.startsWith('slow')) await gate.promise;
  };
  defineWorkflow('job', (id: string) => runStep('act', () => act(id)));
  // If the test fails, the warnings tell why.
  const log = pino({ level: 'warn' });
  const lease = await takeLease(fresh.url, 'engine', log);
  onTestFinished(() => lease.release());
  const closing = new AbortController();
  const rules = { laneConcurrency: 5, pollMs: 50, handler: ({ id }: LaneWork) => act(id) };
  const queue = await openDurableQueue({
    ...{ service: 'engine', url: fresh.url, lease, version: '1', queues: { jobs: { concurrency: 5, pollMs: 50 } } },
    ...{ laneQueues: { posts: rules }, takeOverInto: 'own queue', maxConnections: 6, lookForUnknownMs: 200, log },
    closing: closing.signal,
  });
  onTestFinished(async () => {
    gate.resolve();
    closing.abort();
    await queue.close();
  });
  const enqueue = async (client: pg.PoolClient, id: string) => {
    await queue.enqueue(client, { queue: 'jobs', workflow: 'job', id, version: '1', input: id });
    const post = { queue: 'posts', workflow: 'post', id: `${id} post`, partition: 'a', version: '1', input: null };
    await queue.enqueue(client, post);
  };
  const client = await fresh.database.pool.connect();
  onTestFinished(() => client.release());
  await client.query('begin');
  await enqueue(client, 'slow');
  await client.query('commit');
  await expect(enqueue(client, 'outside')).rejects.toThrow('Work is enqueued in a transaction only');
  await pollUntil(
    () => begun.length,
    (count) => count === 2,
  );
  // The commit that takes the work arrives, and its answer does not.
  await client.query('begin');
  await enqueue(client, 'lost');
  await client.query(
    `update dbos_engine.workflow_status set status = 'PENDING', executor_id = $1 where workflow_uuid like 'lost%'`,
    [lease.executorId],
  );
  await client.query('commit');
  const ids = ['lost', 'lost post', 'slow', 'slow post'];
  // A queue with lanes keeps no record of ended work.
  const open = (expected: string[]) =>
    pollUntil(
      async () => (await queue.list({ ids, states: ['waiting', 'running'] })).map(({ id }) => id),
      (left) => left.toSorted().join() === expected.join(),
    );
  await open(['slow', 'slow post']);
  gate.resolve();
  await open([]);
  expect(begun.toSorted()).toEqual(ids);
});

test('work that was put back and taken again is not put back at the next look', async () => {
  const closing = new AbortController();
  const looks: string[] = [];
  const query = async (statement: string) => {
    const look = statement.trimStart().startsWith('select');
    looks.push(look ? 'look' : 'put back');
    if (looks.length === 6) closing.abort();
    return look ? { rows: [{ id: 'taken again' }] } : { rowCount: 1 };
  };
  await watchForUnknownWork({ query } as unknown as pg.Pool, {
    service: 'engine',
    lease: { executorId: 'engine-one', leaseHeld: () => true } as ExecutorLease,
    lookMs: 1,
    log: { warn: () => undefined },
    closing: closing.signal,
  });
  expect(looks).toEqual(['look', 'look', 'put back', 'look', 'look', 'put back']);
});
