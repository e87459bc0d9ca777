import { takeLease } from '@ecp/database/executor-lease';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openDurableQueue } from './durable-queue.ts';
import type { LaneWork } from './lane-queue.ts';
import { defineWorkflow, runStep } from './workflow.ts';

// LEA-10
test('work that was taken without an answer is done, and work in progress is not done twice', async () => {
  const fresh = await createFreshDatabase();
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const act = async (id: string) => {
    begun.push(id);
    if (id.startsWith('slow')) await gate.promise;
  };
  defineWorkflow('job', (id: string) => runStep('act', () => act(id)));
  const log = pino({ level: 'silent' });
  const lease = await takeLease(fresh.url, 'engine', log);
  const closing = new AbortController();
  const rules = { laneConcurrency: 5, pollMs: 50, handler: ({ id }: LaneWork) => act(id) };
  const queue = await openDurableQueue({
    ...{ service: 'engine', url: fresh.url, lease, version: '1', queues: { jobs: { concurrency: 5, pollMs: 50 } } },
    ...{ laneQueues: { posts: rules }, takeOverInto: 'own queue', maxConnections: 6, lookForUnknownMs: 200, log },
    closing: closing.signal,
  });
  const client = await fresh.database.pool.connect();
  const enqueue = async (id: string) => {
    await queue.enqueue(client, { queue: 'jobs', workflow: 'job', id, version: '1', input: id });
    const post = { queue: 'posts', workflow: 'post', id: `${id} post`, partition: 'a', version: '1', input: null };
    await queue.enqueue(client, post);
  };
  await enqueue('slow');
  await pollUntil(
    () => begun.length,
    (count) => count === 2,
  );
  // The commit that takes the work arrives, and its answer does not.
  await client.query('begin');
  await enqueue('lost');
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

  client.release();
  closing.abort();
  await queue.close();
  await lease.release();
  await fresh.drop();
});
