import { openPool } from '@ecp/database/open-pool';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOpenWork, requeueWork, selectEnded, selectOwners, selectWaiting } from './records.ts';

const dayMs = 86_400_000;
let fresh: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  fresh = await createFreshDatabase();
  pool = openPool({ url: fresh.url, maxConnections: 1 });
  await fresh.asSuperuser('alter table dbos_engine.workflow_status set (autovacuum_enabled = false)');
  const oldMs = Date.now() - 8 * dayMs;
  const add = (ids: string, count: number, columns: string, values: string) =>
    fresh.asSuperuser(
      `insert into dbos_engine.workflow_status (workflow_uuid, name, application_version, created_at, updated_at, ${columns})
        select '${ids}' || n, 'run', '4', $1::bigint + n, $1::bigint + n, ${values} from generate_series(1, $2::integer) as n`,
      [oldMs, count],
    );
  await add('ended-', 50_000, 'status, executor_id, completed_at', `'SUCCESS', 'engine-dead', 1000 + n`);
  await add('running-', 300, 'status, executor_id', `'PENDING', 'engine-' || n % 3`);
  await fresh.asSuperuser(
    `insert into dbos_engine.workflow_status (workflow_uuid, name, application_version, created_at, updated_at, status)
      select 'queued-' || n, 'run', (n % 2)::text, n, n, 'ENQUEUED' from generate_series(1, 300) as n`,
  );
  await fresh.asSuperuser(
    `insert into dbos_engine.workflow_status
        (workflow_uuid, name, application_version, created_at, updated_at, status, completed_at, parent_workflow_id)
      values ('part', 'task', '4', 1, 1, 'SUCCESS', 1, 'running-1'), ('part-of-ended', 'task', '4', 1, 1, 'SUCCESS', 2, 'ended-1')`,
  );
  // An older release of DBOS recorded no time of their end.
  await add('timeless-', 2, 'status, executor_id', `'CANCELLED', 'engine-dead'`);
  await fresh.asSuperuser('analyze dbos_engine.workflow_status');
  // The blocks of the next statements alone are counted.
  await fresh.asSuperuser('select pg_stat_force_next_flush()');
});
afterAll(async () => {
  await pool.end();
  await fresh.drop();
});

/** Counts the blocks of the table and its indexes that `work` touches. */
async function countBlocks(work: (client: pg.PoolClient) => Promise<unknown>): Promise<number> {
  const client = await pool.connect();
  const read = async () => {
    await client.query('select pg_stat_force_next_flush()');
    const [row] = await fresh.asSuperuser<{ blocks: string }>(
      `select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as blocks from pg_statio_user_tables
        where schemaname = 'dbos_engine' and relname = 'workflow_status'`,
    );
    return Number(row?.blocks ?? 0);
  };
  try {
    const before = await read();
    await work(client);
    return (await read()) - before;
  } finally {
    client.release();
  }
}

// DEP-15
test('open work is counted by its workflow and state, and delayed work apart from work that waits', async () => {
  const states = ['PENDING', 'ENQUEUED', 'ENQUEUED', 'DELAYED', 'DELAYED', 'DELAYED', 'SUCCESS'];
  await fresh.asSuperuser(
    `insert into dbos_platform.workflow_status (workflow_uuid, name, created_at, updated_at, status)
      select 'counted-' || n, 'sendMail', n, n, status from unnest($1::text[]) with ordinality as given (status, n)`,
    [states],
  );
  const counts = await countOpenWork(pool, 'platform');
  expect(counts.filter(({ workflow }) => workflow === 'sendMail').sort((a, b) => a.count - b.count)).toEqual([
    { workflow: 'sendMail', state: 'running', count: 1 },
    { workflow: 'sendMail', state: 'waiting', count: 2 },
    { workflow: 'sendMail', state: 'delayed', count: 3 },
  ]);
});

describe('with 50,000 ended works', () => {
  // LEA-7
  test('the owners of running work are found in a few blocks', async () => {
    let owners: string[] = [];
    const blocks = await countBlocks(async (client) => {
      owners = await selectOwners(client, 'engine');
    });
    expect(owners).toEqual(['engine-0', 'engine-1', 'engine-2']);
    // The table has a thousand blocks and more.
    expect(blocks).toBeLessThan(100);
  });

  // LEA-7
  test('waiting work of older versions is found by an index', async () => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain select workflow_uuid from dbos_engine.workflow_status where status in ('ENQUEUED', 'DELAYED')
        and application_version = any(array['0']) and name = any(array['run']) order by created_at limit 500`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('ecp_waiting_by_version');
    const found = await selectWaiting(pool, 'engine', { versions: ['0'], workflows: ['run'], limit: 500 });
    expect([found.length, found[0]]).toEqual([150, { id: 'queued-2', parentId: null }]);
  });

  // LEA-8
  test('ended work is selected in batches, oldest first, but no part of work that goes on', async () => {
    expect(await selectEnded(pool, 'engine', Date.now(), 3)).toEqual(['part-of-ended', 'ended-1', 'ended-2']);
    expect(await selectEnded(pool, 'engine', 1, 3)).toEqual([]);
  });

  // LEA-8
  test('ended work without a time of its end is selected after its last change', async () => {
    const all = await selectEnded(pool, 'engine', Date.now(), 100_000);
    expect(all.slice(-2)).toEqual(['timeless-1', 'timeless-2']);
    expect(await selectEnded(pool, 'engine', Date.now() - 9 * dayMs, 100_000)).not.toContain('timeless-1');
  });

  // LEA-2
  test('requeued work waits without an owner', async () => {
    const client = await pool.connect();
    expect(await requeueWork(client, 'engine', 'engine-1', null)).toBe(100);
    client.release();
    const rows = await fresh.asSuperuser(
      `select distinct status, owner_xid, queue_name from dbos_engine.workflow_status where executor_id = 'engine-1'`,
    );
    expect(rows).toEqual([{ status: 'ENQUEUED', owner_xid: null, queue_name: '_dbos_internal_queue' }]);
  });
});
