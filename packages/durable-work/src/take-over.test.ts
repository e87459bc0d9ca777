import { takeLease } from '@ecp/database/executor-lease';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, test } from 'vitest';
import { takeOverDeadExecutors } from './take-over.ts';

// LEA-2
test('an executor whose work cannot be handed on does not hold up the others', async () => {
  const fresh = await createFreshDatabase();
  const lease = await takeLease(fresh.url, 'engine', { warn: () => undefined, info: () => undefined });
  for (const id of ['engine-a', 'engine-b']) {
    await fresh.asSuperuser(
      `insert into platform.executor_leases (executor_id, service, machine, pid, expires_at)
        values ($1, 'engine', 'elsewhere', 1, '-infinity')`,
      [id],
    );
  }
  const warnings: unknown[] = [];
  const failing = new Error('Its row is locked');
  const look = (settle: (executorId: string) => Promise<void>) =>
    takeOverDeadExecutors(fresh.database.pool, {
      ...{ service: 'engine', lease, queue: null, settle },
      log: { warn: (details: unknown) => void warnings.push(details) },
    });
  const taken = await look(async (id) => {
    if (id === 'engine-a') throw failing;
  });
  expect(taken).toEqual([{ executorId: 'engine-b', works: 0 }]);
  expect(warnings).toEqual([{ err: failing, executorId: 'engine-a' }]);
  expect(await look(async () => undefined)).toEqual([{ executorId: 'engine-a', works: 0 }]);
  await lease.release();
  await fresh.drop();
});
