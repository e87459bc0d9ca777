import { takeLease } from '@ecp/database/executor-lease';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDurableQueue } from './durable-queue.ts';
import { requeueWork } from './records.ts';
import { defineWorkflow, runStep } from './workflow.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());

// LEA-4
test('an execution that goes on after its work was handed on records neither its step nor its result', async () => {
  const executions: PromiseWithResolvers<string>[] = [];
  const act = () => {
    const execution = Promise.withResolvers<string>();
    executions.push(execution);
    return execution.promise;
  };
  const refused = Promise.withResolvers<unknown>();
  defineWorkflow('job', () =>
    runStep('act', act).catch((error: unknown) => {
      refused.resolve(error);
      throw error;
    }),
  );
  const log = pino({ level: 'silent' });
  const lease = await takeLease(fresh.url, 'engine', log);
  const closing = new AbortController();
  const queue = await openDurableQueue({
    ...{ service: 'engine', url: fresh.url, lease, version: '1', queues: { jobs: { concurrency: 5, pollMs: 100 } } },
    ...{ takeOverInto: 'own queue', maxConnections: 6, log, closing: closing.signal },
  });
  const client = await fresh.database.pool.connect();
  const executed = (count: number) =>
    pollUntil(
      () => executions.length,
      (begun) => begun === count,
    );
  const stored = () =>
    fresh.asSuperuser<{ output: string }>(
      `select output from dbos_engine.operation_outputs where workflow_uuid = 'frozen'`,
    );

  await client.query('begin');
  await queue.enqueue(client, { queue: 'jobs', workflow: 'job', id: 'frozen', version: '1', input: null });
  await client.query('commit');
  await executed(1);
  await requeueWork(client, 'engine', lease.executorId, null);
  await executed(2);
  executions[0]?.resolve('of the zombie');
  expect(await refused.promise).toMatchObject({ message: expect.stringContaining('no longer owned') });
  expect(await stored()).toEqual([]);
  executions[1]?.resolve('of the successor');
  await pollUntil(
    () => queue.list({ ids: ['frozen'], states: ['ended'] }),
    ({ length }) => length === 1,
  );
  expect(await stored()).toEqual([{ output: expect.stringContaining('of the successor') }]);

  client.release();
  closing.abort();
  await queue.close();
  await lease.release();
});
