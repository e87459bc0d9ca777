import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startFaultProxy, throughProxy } from '@ecp/testing/fault-proxy';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { classifyDatabaseError } from './classify-database-error.ts';
import { openDatabase } from './database.ts';
import { endLease, findDeadExecutors } from './dead-executors.ts';
import { type ExecutorLease, isLeaseLost, takeLease } from './executor-lease.ts';

const silent = { warn: () => undefined, info: () => undefined };
let fresh: FreshDatabase;
let client: pg.Client;
let lease: ExecutorLease;
let other: ExecutorLease;
/** How far the clocks of all processes are ahead. */
let aheadMs = 0;

beforeAll(async () => {
  fresh = await createFreshDatabase();
  client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});
beforeEach(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  lease = await takeLease(fresh.url, 'engine', silent);
  other = await takeLease(fresh.url, 'engine', silent);
});
afterEach(async () => {
  await client.query('rollback');
  for (const held of [lease, other]) await held.release();
  await fresh.asSuperuser('delete from platform.executor_leases');
  vi.restoreAllMocks();
  aheadMs = 0;
});

const findDead = async (owners: string[] = [], by = lease) => {
  const dead = await findDeadExecutors(fresh.database, 'engine', by, owners);
  return dead.map(({ executorId }) => executorId);
};
/** Lets a lease expire as if its process had not been heard of for an hour. */
const expire = ({ executorId }: ExecutorLease) =>
  fresh.asSuperuser(
    `update platform.executor_leases set expires_at = now() - interval '1 hour' where executor_id = $1 returning 1`,
    [executorId],
  );
/** Adds the expired lease of a process of another machine, which does not renew it. */
const addSilent = () =>
  fresh.asSuperuser(
    `insert into platform.executor_leases (executor_id, service, machine, pid, expires_at)
      values ('engine-silent', 'engine', 'elsewhere', 1, now() - interval '1 hour')`,
  );
/** Lets the time pass in which the living renew their leases after an outage. */
const passRecovery = () => {
  aheadMs += 7_100;
};
const dead = (executorId: string) => ({ executorId, hasEnded: false });

describe('a lease', () => {
  // LEA-1
  test('is of one process life only, and dead once it has expired or its process has let it go', async () => {
    expect(lease.executorId).not.toBe(other.executorId);
    expect([lease.leaseHeld(), await findDead()]).toEqual([true, []]);
    await other.release();
    expect(await findDead()).toEqual([other.executorId]);
  });

  test('is taken from a database that answers slowly, for a start may take longer than a renewal', async () => {
    const { hostname, port } = new URL(fresh.url);
    const proxy = await startFaultProxy({ host: hostname, port: Number(port) });
    proxy.set({ kind: 'delay', ms: 500 });
    const slow = await takeLease(throughProxy(fresh.url, proxy), 'engine', silent);
    proxy.set({ kind: 'pass' });
    await slow.release();
    await proxy.close();
    expect(await findDead()).toContain(slow.executorId);
  });

  // LEA-5
  test('that has expired is renewed by its process, and taken by nobody who may have been without the database, too', async () => {
    await addSilent();
    expect(await findDead()).toEqual([]);
    const { hostname, port } = new URL(fresh.url);
    const proxy = await startFaultProxy({ host: hostname, port: Number(port) });
    const failed = Promise.withResolvers<void>();
    const renewed = Promise.withResolvers<void>();
    const cutOff = await takeLease(throughProxy(fresh.url, proxy), 'engine', {
      warn: () => failed.resolve(),
      info: () => renewed.resolve(),
    });
    proxy.set({ kind: 'cut' });
    passRecovery();
    expect(await findDead([], cutOff)).toEqual(['engine-silent']);
    await expire(other);
    expect(await findDead()).toEqual(expect.arrayContaining(['engine-silent', other.executorId]));
    await failed.promise;
    await pollUntil(
      () => findDead(),
      (found) => !found.includes(other.executorId),
    );
    let isLost = false;
    void other.lost.then(() => {
      isLost = true;
    });
    await Promise.resolve();
    expect(isLost).toBe(false);
    passRecovery();
    // A lease that was let go tells an end.
    await other.release();
    expect(await findDead([], cutOff)).toEqual([other.executorId]);
    proxy.set({ kind: 'pass' });
    await renewed.promise;
    expect(await findDead([], cutOff)).toEqual([other.executorId]);
    passRecovery();
    expect(await findDead([], cutOff)).toEqual(
      expect.arrayContaining(['engine-silent', other.executorId]),
    );
    await cutOff.release();
    await proxy.close();
  });

  // LEA-2
  test('is not needed for a dead executor that left work', async () => {
    expect(await findDead(['engine-8', lease.executorId])).toEqual(['engine-8']);
  });

  // LEA-3
  test('of a process that was killed on this machine is dead at once, but not that of one on another machine', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const rename = `update platform.executor_leases set pid = $1, process_start = null, machine = $2 where executor_id = $3`;
    child.kill('SIGKILL');
    await once(child, 'exit');
    await fresh.asSuperuser(rename, [child.pid, 'elsewhere', other.executorId]);
    expect(await findDead()).toEqual([]);
    await fresh.asSuperuser(rename, [child.pid, lease.identity.machine, other.executorId]);
    expect(await findDead()).toEqual([other.executorId]);
  });
});

describe('a takeover', () => {
  // LEA-2
  test('of a process that renewed its lease in time does nothing', async () => {
    expect(await fresh.database.withSystem((tx) => endLease(tx, dead(other.executorId)))).toBe(
      false,
    );
  });

  // LEA-4
  test('ends the transactions of the old owner, refuses its later ones, and its process learns of it', async () => {
    const handle = openDatabase({
      url: fresh.url,
      fence: other.fence,
      applicationName: other.executorId,
    });
    const begun = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    const frozen = handle
      .withSystem(async (tx) => {
        await tx.query({ text: `delete from platform.executor_leases where executor_id = 'none'` });
        begun.resolve();
        await thawed.promise;
      })
      .catch((error: unknown) => error);
    await begun.promise;
    await expire(other);
    const sessions = `select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`;
    const waiting = await fresh.database.withSystem(async (tx) => {
      expect(await endLease(tx, dead(other.executorId))).toBe(true);
      const refused = handle.batchSystem([{ text: 'select 1' }]).catch((error: unknown) => error);
      // The later transaction waits for the takeover, whose commit refuses it.
      await pollUntil(
        () => fresh.asSuperuser(sessions, [other.executorId]),
        (found) => found.length === 1,
      );
      return { refused };
    });
    expect(await waiting.refused).toMatchObject({ code: 'EL002' });
    expect(await other.lost).toMatchObject({ message: expect.stringContaining('taken over') });
    thawed.resolve();
    expect(classifyDatabaseError(await frozen)).toBe('unavailable');
    await handle.close();
  });

  test('is not what a plan’s limit that is reached looks like', () => {
    const withCode = (code: string) =>
      Object.assign(new pg.DatabaseError('No', 0, 'error'), { code });
    expect(['EL001', 'EL002'].map((code) => isLeaseLost(withCode(code)))).toEqual([false, true]);
  });
});
