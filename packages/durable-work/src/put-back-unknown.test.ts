import { takeLease } from '@ecp/database/executor-lease';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openDurableQueue } from './durable-queue.ts';
import { defineWorkflow, runStep } from './workflow.ts';

// LEA-10
test('work that was taken without an answer is done, and work in progress is not done twice', async () => {
  const fresh = await createFreshDatabase();
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  defineWorkflow('job', (id: string) =>
    runStep('act', async () => {
      begun.push(id);
      if (id === 'slow') await gate.promise;
    }),
  );
  const log = pino({ level: 'silent' });
  const lease = await takeLease(fresh.url, 'engine', log);
  const closing = new AbortController();
  const queue = await openDurableQueue({
    ...{ service: 'engine', url: fresh.url, lease, version: '1', queues: { jobs: { concurrency: 5, pollMs: 50 } } },
    ...{ takeOverInto: 'own queue', maxConnections: 6, lookForUnknownMs: 200, log, closing: closing.signal },
  });
  const client = await fresh.database.pool.connect();
  const enqueue = (id: string) =>
    queue.enqueue(client, { queue: 'jobs', workflow: 'job', id, version: '1', input: id });
  await enqueue('slow');
  await pollUntil(
    () => begun.length,
    (count) => count === 1,
  );
  // The commit that takes the work arrives, and its answer does not.
  await client.query('begin');
  await enqueue('lost');
  await client.query(
    `update dbos_engine.workflow_status set status = 'PENDING', executor_id = $1 where workflow_uuid = 'lost'`,
    [lease.executorId],
  );
  await client.query('commit');
  const ended = (ids: string[]) =>
    pollUntil(
      () => queue.list({ ids, states: ['ended'] }),
      ({ length }) => length === ids.length,
    );
  await ended(['lost']);
  gate.resolve();
  await ended(['slow', 'lost']);
  expect(begun).toEqual(['slow', 'lost']);

  client.release();
  closing.abort();
  await queue.close();
  await lease.release();
  await fresh.drop();
});
