import type { ExecutorLease } from '@ecp/database/executor-lease';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { durableRecords } from './testing/durable-records.ts';
import { openWorkQueue, type WorkQueue, type WorkQueueOptions } from './work-queue.ts';
import { endWorks, enqueueWork, putBackUnknown, takeWorks } from './works.ts';

let fresh: FreshDatabase;
/** The queues of the current test. */
let open: WorkQueue[] = [];

beforeAll(async () => {
  fresh = await createFreshDatabase();
});
afterAll(() => fresh.drop());
afterEach(async () => {
  for (const queue of open) await queue.close();
  open = [];
  await fresh.asSuperuser('delete from platform.works');
  await fresh.asSuperuser('delete from platform.executor_leases');
});

/**
 * Adds `works` waiting works to each of `lanes` lanes. Their ids are `<lane>/<number>`, and their
 * input is the number.
 */
const enqueue = (lanes: number, works: number) =>
  fresh.asSuperuser(
    `insert into platform.works (service, id, kind, queue, lane, input, due_at)
      select 'platform', lane || '/' || work, 'post', 'posts', lane::text, to_json(work),
        now() - interval '1 hour' + work * interval '1 ms'
      from generate_series(1, $1::integer) lane, generate_series(1, $2::integer) work`,
    [lanes, works],
  );

const held = (executorId: string, leaseHeld = () => true) =>
  ({
    executorId,
    leaseHeld,
    mayJudge: () => false,
    identity: { machine: 'none' },
  }) as ExecutorLease;

/** Starts the queue of a process and returns the ids that it gives up. */
function start(
  handler: WorkQueueOptions['handler'],
  options: Partial<WorkQueueOptions> = {},
): string[] {
  const givenUp: string[] = [];
  const queue = openWorkQueue({
    service: 'platform',
    url: fresh.url,
    fenced: false,
    lease: held('platform-one'),
    pollMs: 10,
    handler,
    queues: { posts: { concurrency: 20_000, perLane: () => 100 } },
    onFailure: () => null,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (details) => void givenUp.push((details as { id: string }).id),
    },
    ...options,
  });
  open.push(queue);
  queue.start();
  return givenUp;
}

const left = async () =>
  (await durableRecords(fresh, 'platform').read()).filter(({ state }) => state !== 'ended');
const untilLeft = (count: number) => pollUntil(left, ({ length }) => length === count);

test('does more works than one statement takes, each once, and keeps no input of them', async () => {
  await enqueue(30, 80);
  const done: string[] = [];
  const inLane = new Map<string, number>();
  let most = 0;
  const perLane = () => 7;
  const handler: WorkQueueOptions['handler'] = async ({ id, lane, kind, input }) => {
    expect([kind, id]).toEqual(['post', `${lane}/${input}`]);
    inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
    most = Math.max(most, inLane.get(lane) ?? 0);
    await Promise.resolve();
    inLane.set(lane, (inLane.get(lane) ?? 0) - 1);
    done.push(id);
  };
  start(handler, { queues: { posts: { concurrency: 20_000, perLane } } });
  await untilLeft(0);
  expect([done.length, new Set(done).size]).toEqual([2_400, 2_400]);
  expect(most).toBeLessThanOrEqual(7);
  expect(await fresh.asSuperuser(`select from platform.works where input::text <> '{}'`)).toEqual(
    [],
  );
});

test('lets a full lane delay no other', async () => {
  await enqueue(2, 110);
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  let begun = 0;
  start(async ({ lane }) => {
    if (lane === '2') return;
    begun += 1;
    await goOn;
  });
  await untilLeft(110);
  expect(begun).toBe(100);
  end();
  await untilLeft(0);
  expect(begun).toBe(110);
});

test('goes on with a full lane at once, also after another lane has run out of work', async () => {
  await enqueue(2, 2);
  await fresh.asSuperuser(`delete from platform.works where id = '2/2'`);
  const ends = new Map<string, () => void>();
  const handler = ({ id }: { id: string }) =>
    new Promise<void>((resolve) => void ends.set(id, resolve));
  start(handler, { queues: { posts: { concurrency: 20_000, perLane: () => 1 } }, pollMs: 600_000 });
  for (const id of ['2/1', '1/1', '1/2']) {
    await pollUntil(
      () => ends.get(id),
      (end) => end !== undefined,
    );
    ends.get(id)?.();
  }
  await untilLeft(0);
});

test('of two processes do each work once', async () => {
  await enqueue(10, 60);
  const done: string[] = [];
  const handler = async ({ id }: { id: string }) => void done.push(id);
  const queues = { posts: { concurrency: 20_000, perLane: () => 5 } };
  start(handler, { queues });
  start(handler, { queues, lease: held('platform-two') });
  await untilLeft(0);
  expect([done.length, new Set(done).size]).toEqual([600, 600]);
});

// LEA-4
test('begins no work while another process may have that of this one', async () => {
  await enqueue(1, 1);
  let asked = 0;
  const begunAfter: number[] = [];
  const lease = held('platform-one', () => ++asked > 3);
  start(async () => void begunAfter.push(asked), { lease });
  await untilLeft(0);
  expect(begunAfter.every((times) => times > 3)).toBe(true);
});

// LEA-4
test('leaves work that another process has taken over meanwhile', async () => {
  await enqueue(1, 2);
  // The other process lives: this one would take the work of a dead one over in its turn.
  await fresh.asSuperuser(
    `insert into platform.executor_leases (executor_id, service, pid, expires_at)
      values ('platform-two', 'platform', 1, now() + interval '1 hour')`,
  );
  start(async ({ id }) => {
    if (id === '1/1')
      await fresh.asSuperuser(`update platform.works set owner = 'platform-two' where id = $1`, [
        id,
      ]);
  });
  await pollUntil(left, (works) => works.length === 1 && works[0]?.owner === 'platform-two');
  // A queue closes when what it began has ended.
  await open.pop()?.close();
  expect(await left()).toMatchObject([{ id: '1/1', state: 'running', owner: 'platform-two' }]);
});

// LEA-10
test('does work that was taken without an answer, and no work in progress twice', async () => {
  await enqueue(1, 2);
  await fresh.asSuperuser(
    `update platform.works set owner = 'platform-one', taken_at = now() - interval '1 minute' where id = '1/2'`,
  );
  const begun: string[] = [];
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  const handler: WorkQueueOptions['handler'] = async ({ id }) => {
    begun.push(id);
    if (id === '1/1') await goOn;
  };
  // Longer than the way of an answer from the database, also on a busy machine.
  start(handler, { unknownAfterMs: 3_000 });
  await untilLeft(1);
  end();
  await untilLeft(0);
  expect(begun.toSorted()).toEqual(['1/1', '1/2']);
});

test('repeats work that fails after ever longer times, and gives it up when told to', async () => {
  await enqueue(1, 2);
  const failingMs: number[] = [];
  const handler: WorkQueueOptions['handler'] = async (work) => {
    if (work.id === '1/2') return;
    failingMs.push(work.failingMs);
    throw new Error('The server is busy');
  };
  const givenUp = start(handler, { onFailure: (work) => (work.failingMs > 200 ? null : 50) });
  await untilLeft(0);
  expect(givenUp).toEqual(['1/1']);
  expect(failingMs[0]).toBe(0);
  expect(failingMs.slice(1).every((time, index) => time > (failingMs[index] ?? 0))).toBe(true);
});

test('leaves what a close interrupts to the next process', async () => {
  await enqueue(1, 1);
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  start(async () => {
    begun.resolve();
    await goOn;
  });
  await begun.promise;
  await open.pop()?.close();
  open = [];
  end();
  expect(await left()).toMatchObject([{ state: 'running', owner: 'platform-one' }]);
  // Its owner has no lease, so it is dead.
  const done: string[] = [];
  start(async ({ id }) => void done.push(id), { lease: held('platform-two') });
  await open[0]?.takeOver();
  await untilLeft(0);
  expect(done).toEqual(['1/1']);
});

test('forgets ended work after its time, and then the same id is new work', async () => {
  let done = 0;
  start(async () => {
    done += 1;
  });
  const add = () =>
    fresh.database.withTenant('any', (tx) =>
      tx.query(enqueueWork('platform', { id: 'one', kind: 'post', queue: 'posts', input: {} })),
    );
  await add();
  await untilLeft(0);
  await open[0]?.forget(600_000);
  await add();
  expect(await left()).toEqual([]);
  await open[0]?.forget(0);
  await add();
  await pollUntil(
    () => done,
    (times) => times === 2,
  );
});

// LEA-7
test('locks only what it takes, however many lanes wait, and finds it by indexes', async () => {
  await enqueue(1_000, 3);
  await fresh.asSuperuser('analyze platform.works');
  const running = new Map([['1', 2]]);
  const take = takeWorks('platform', 'platform-one', {
    queue: 'posts',
    free: 100,
    perLane: 2,
    running,
  });
  const [taken] = await fresh.database.batchSystem([take]);
  expect(taken).toHaveLength(100);
  expect(taken.map(({ lane }) => lane)).not.toContain('1');
  expect(taken.map(({ id }) => id.split('/')[1])).not.toContain('3');
  // A row that a transaction has locked and not changed keeps the id of that transaction.
  const locked = await fresh.asSuperuser(
    `select from platform.works where owner is null and xmax <> '0'`,
  );
  expect(locked).toEqual([]);
});

// LEA-7
test('looks works up by their ids, also with a plan that was made while there were none', async () => {
  await fresh.asSuperuser('truncate platform.works');
  const places = { queue: 'posts', free: 100, perLane: 100, running: new Map() };
  const plan = async ({ text }: { text: string }) => {
    const rows = await fresh.asSuperuser<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${text}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const byId = /works_pkey\b.*\n\s+Index Cond: \(\(service = \$1\) AND \(id = ANY /;
  expect(await plan(takeWorks('platform', 'platform-one', places))).toMatch(byId);
  expect(await plan(endWorks('platform', 'platform-one', []))).toMatch(byId);
  expect(await plan(putBackUnknown('platform', 'platform-one', [], 0))).toContain('hashed SubPlan');
});
