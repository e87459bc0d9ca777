import { openPool } from '@ecp/database/open-pool';
import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LaneHandler, type LaneQueueOptions, runLaneQueue } from './lane-queue.ts';
import { takeWaiting } from './records.ts';

const status = 'dbos_platform.workflow_status';
let fresh: FreshDatabase;
let pool: pg.Pool;
/** The lane queues of the current test. */
let open: { closing: AbortController; ended: Promise<void> }[] = [];

beforeAll(async () => {
  fresh = await createFreshDatabase();
  pool = openPool({ url: fresh.url, maxConnections: 4 });
});
afterAll(async () => {
  await pool.end();
  await fresh.drop();
});
afterEach(async () => {
  for (const { closing } of open) closing.abort();
  for (const { ended } of open) await ended;
  open = [];
  for (const table of [status, 'dbos_platform.workflow_input']) await fresh.asSuperuser(`delete from ${table}`);
});

/** Adds `works` waiting works to each of `lanes` lanes. Their ids are `<lane>/<number>`. */
async function enqueue(lanes: number, works: number): Promise<void> {
  const each = 'from generate_series(1, $1::integer) lane, generate_series(1, $2::integer) work';
  await fresh.asSuperuser(
    `insert into ${status} (workflow_uuid, name, status, queue_name, queue_partition_key, application_version,
        priority, created_at, updated_at)
      select lane || '/' || work, 'post', 'ENQUEUED', 'posts', lane::text, '1', 0, work, work ${each}`,
    [lanes, works],
  );
  await fresh.asSuperuser(
    `insert into dbos_platform.workflow_input (workflow_uuid, inputs)
      select lane || '/' || work, jsonb_build_object('json', jsonb_build_array(work)) ${each}`,
    [lanes, works],
  );
}

const worker = { service: 'platform', queue: 'posts', version: '1', executorId: 'platform-one' } as const;

/** Starts the queue of a process and returns what it logs as an error. */
function start(handler: LaneHandler, options: Partial<LaneQueueOptions> = {}, via: pg.Pool = pool): unknown[] {
  const closing = new AbortController();
  const errors: unknown[] = [];
  const log = { warn: () => undefined, error: (details: object) => void errors.push(details) };
  const rules = { laneConcurrency: 100, pollMs: 10 };
  const all = {
    ...worker,
    mayBegin: () => true,
    hasWork: async () => true,
    rules,
    handler,
    log,
    closing: closing.signal,
    ...options,
  };
  open.push({ closing, ended: runLaneQueue(via, all) });
  return errors;
}

const left = () => fresh.asSuperuser<{ id: string }>(`select workflow_uuid as id from ${status}`);
const untilLeft = (count: number) => pollUntil(left, ({ length }) => length === count);

/** Returns a pool whose first statement that begins with `beginning` is answered by `answer` instead. */
function intercept(beginning: string, answer: (statement: () => Promise<unknown>) => Promise<never>): pg.Pool {
  const query = pool.query.bind(pool);
  let met = false;
  const intercepted = (text: string, values: unknown[]) => {
    if (met || !text.startsWith(beginning)) return query(text, values);
    met = true;
    return answer(() => query(text, values));
  };
  return { query: intercepted } as unknown as pg.Pool;
}
const lost = () => new Error('Connection terminated unexpectedly');

test('does more works than one statement takes, each once, and keeps no record of them', async () => {
  await enqueue(30, 80);
  const done: string[] = [];
  const inLane = new Map<string, number>();
  let most = 0;
  start(async ({ id, lane, workflow, input }) => {
    expect([workflow, id]).toEqual(['post', `${lane}/${input}`]);
    inLane.set(lane, (inLane.get(lane) ?? 0) + 1);
    most = Math.max(most, inLane.get(lane) ?? 0);
    await Promise.resolve();
    inLane.set(lane, (inLane.get(lane) ?? 0) - 1);
    done.push(id);
  });
  await untilLeft(0);
  expect([done.length, new Set(done).size]).toEqual([2_400, 2_400]);
  expect(most).toBeLessThanOrEqual(100);
});

test('lets a full lane delay no other', async () => {
  await enqueue(2, 110);
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  let held = 0;
  start(async ({ lane }) => {
    if (lane === '2') return;
    held += 1;
    await goOn;
  });
  await untilLeft(110);
  expect(held).toBe(100);
  end();
  await untilLeft(0);
  expect(held).toBe(110);
});

test('goes on with a full lane at once, also after another lane has run out of work', async () => {
  await enqueue(2, 2);
  await fresh.asSuperuser(`delete from ${status} where workflow_uuid = '2/2'`);
  const ends = new Map<string, () => void>();
  const handler: LaneHandler = ({ id }) => new Promise((resolve) => void ends.set(id, resolve));
  let takes = 0;
  const mayBegin = () => {
    takes += 1;
    return true;
  };
  start(handler, { mayBegin, rules: { laneConcurrency: 1, pollMs: 600_000 } });
  for (const id of ['2/1', '1/1', '1/2']) {
    await pollUntil(
      () => ends.get(id),
      (end) => end !== undefined,
    );
    const taken = takes;
    ends.get(id)?.();
    await pollUntil(
      () => takes,
      (count) => count > taken,
    );
  }
  await untilLeft(0);
});

test('of two processes do each work once', async () => {
  await enqueue(10, 60);
  const done: string[] = [];
  const handler: LaneHandler = async ({ id }) => void done.push(id);
  const rules = { laneConcurrency: 5, pollMs: 10 };
  start(handler, { rules });
  start(handler, { rules, executorId: 'platform-two' });
  await untilLeft(0);
  expect([done.length, new Set(done).size]).toEqual([600, 600]);
});

// LEA-4
test('begins no work while another process may have that of this one', async () => {
  await enqueue(1, 1);
  let asked = 0;
  const begunAfter: number[] = [];
  start(async () => void begunAfter.push(asked), { mayBegin: () => ++asked > 3 });
  await untilLeft(0);
  expect(begunAfter).toEqual([4]);
});

// LEA-4
test('leaves the record of work that another process has taken over meanwhile', async () => {
  await enqueue(1, 2);
  const { promise: takenOver, resolve } = Promise.withResolvers<void>();
  start(async ({ id }) => {
    if (id === '1/2') return;
    await fresh.asSuperuser(`update ${status} set executor_id = 'platform-two' where workflow_uuid = $1`, [id]);
    resolve();
  });
  await takenOver;
  await untilLeft(1);
  expect(await left()).toEqual([{ id: '1/1' }]);
});

test.each(['before', 'after'])(
  'does no work twice if the connection is lost %s its record is deleted',
  async (moment) => {
    await enqueue(2, 2);
    const done: string[] = [];
    const unanswered = intercept('with ended', async (deletion) => {
      if (moment === 'after') await deletion();
      throw lost();
    });
    start(async ({ id }) => void done.push(id), {}, unanswered);
    await untilLeft(0);
    expect(done.toSorted()).toEqual(['1/1', '1/2', '2/1', '2/2']);
  },
);

test('asks a database that does not serve ever less often', async () => {
  await enqueue(1, 1);
  const askedAtMs: number[] = [];
  const query = (text: string, values: unknown[]) => {
    askedAtMs.push(performance.now());
    return askedAtMs.length < 6 ? Promise.reject(lost()) : pool.query(text, values);
  };
  start(async () => undefined, {}, { query } as unknown as pg.Pool);
  await untilLeft(0);
  const waits = [10, 20, 40, 80, 160].map((leastMs, index) => {
    const waitedMs = (askedAtMs[index + 1] ?? 0) - (askedAtMs[index] ?? 0);
    // A timer may end a millisecond early.
    return waitedMs >= leastMs - 1;
  });
  expect(waits).toEqual([true, true, true, true, true]);
});

test('asks a database that does not serve no earlier because work ends', async () => {
  await enqueue(1, 1);
  const askedAtMs: number[] = [];
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const query = (text: string, values: unknown[]) => {
    askedAtMs.push(performance.now());
    if (askedAtMs.length !== 2) return pool.query(text, values);
    setImmediate(end);
    return Promise.reject(lost());
  };
  start(() => held, { rules: { laneConcurrency: 2, pollMs: 200 } }, { query } as unknown as pg.Pool);
  await untilLeft(0);
  const [, refusedAtMs = 0, nextAtMs = 0] = askedAtMs;
  // A timer may end a millisecond early.
  expect(nextAtMs - refusedAtMs).toBeGreaterThanOrEqual(199);
});

test.each(['is answered', 'fails'])('ends at once if it is closed before its statement %s', async (outcome) => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ rows: never[] }>();
  const query = () => {
    asked.resolve();
    return answer.promise;
  };
  const rules = { laneConcurrency: 1, pollMs: 600_000 };
  start(async () => undefined, { rules }, { query } as unknown as pg.Pool);
  await asked.promise;
  for (const { closing } of open) closing.abort();
  if (outcome === 'fails') answer.reject(lost());
  else answer.resolve({ rows: [] });
  // Otherwise it ends after ten minutes, and the test after five.
  for (const { ended } of open) await ended;
});

// LEA-10
test('gives up a work whose input cannot be read, and does the others of its batch', async () => {
  await enqueue(2, 2);
  await fresh.asSuperuser(`update dbos_platform.workflow_input set inputs = '{' where workflow_uuid = '1/1'`);
  await fresh.asSuperuser(`delete from dbos_platform.workflow_input where workflow_uuid = '1/2'`);
  const done: string[] = [];
  const errors = start(async ({ id }) => void done.push(id));
  await untilLeft(0);
  expect(done.toSorted()).toEqual(['2/1', '2/2']);
  expect(errors).toEqual(['1/1', '1/2'].map((id) => ({ id, err: expect.any(Error) })));
});

test('locks only what it takes, however many lanes wait', async () => {
  await enqueue(1_000, 3);
  await fresh.asSuperuser(`analyze ${status}`);
  const taken = await takeWaiting(pool, worker, { places: 100, placesOfLane: 2, running: new Map([['1', 2]]) });
  expect(taken).toHaveLength(100);
  expect(taken.map(({ lane }) => lane)).not.toContain('1');
  expect(taken.map(({ id }) => id.split('/')[1])).not.toContain('3');
  // A row that a transaction has locked and not changed keeps the id of that transaction.
  expect(await fresh.asSuperuser(`select from ${status} where status = 'ENQUEUED' and xmax <> '0'`)).toHaveLength(0);
});
