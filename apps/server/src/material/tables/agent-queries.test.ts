import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineQuery } from '@ecp/contract/engine/tool-access';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { QueryListItem } from '@ecp/contract/work/tables';
import { createId } from '@ecp/database/create-id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, type TableTenant } from '../../../testing/table-tenant.ts';
import { openAgentMaterial } from '../../engine/tools/open-agent-material.ts';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import { readQueryHeads, readTaskQueries } from './recorded-queries.ts';

let platform: TestPlatform;
let first: TableTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  first = await createTableTenant(platform);
});
afterAll(() => platform.close());

interface RunningTenant extends TableTenant {
  run: ReturnType<TestPlatform['engine']['run']>;
  target: RunTarget;
}

/** Starts a run of a tenant with the table `sales`, which stays active. */
async function startRun(tenant?: TableTenant): Promise<RunningTenant> {
  const own = tenant ?? (await first.addEngagement());
  const { body } = await own.post<RunStarted>(`${own.base}/run`);
  const run = await platform.engine.waitForRun(body.runId);
  const { tenantId, engagementId } = own;
  return { ...own, run, target: { tenantId, engagementId, runId: body.runId } };
}

const total = 'select sum(amount) as total from sales';

const material = () => openAgentMaterial(platform.services);
const asker = { title: null, agentSlug: 'financial-modeller', taskId: 'totals' };
const ask = (target: RunTarget, query: { id: string; sql: string; title?: string }) =>
  material().runQuery(target, { ...asker, ...query });
const notFound = new ApiError('not_found');
const queriesOf = async (tenant: TableTenant) =>
  (await tenant.get<{ queries: QueryListItem[] }>(`${tenant.base}/queries`)).body.queries;

describe('the start of a run', () => {
  // TAB-3, TAB-12
  test('waits for tables, and names them with their first rows, what gives none, and the newest queries', async () => {
    const tenant = await first.addEngagement();
    const broken = await tenant.attach('broken.xlsx', 'PK\x03\x04 no workbook');
    const [table] = await tenant.listTables();
    const query = await tenant.query(total, 'Total');
    const unread = await tenant.upload(
      'stock.csv',
      Buffer.from('item,pieces\nApples,3\nPears,5\n'),
    );
    const { run } = await startRun(tenant);
    const { tables, withoutTable, queries } = run.request;
    expect(withoutTable).toEqual([
      { attachmentId: broken, filename: 'broken.xlsx', sheet: null, reason: 'damaged' },
    ]);
    expect(tables).toEqual([
      expect.objectContaining({
        attachmentId: unread.id,
        sample: [
          ['Apples', 3],
          ['Pears', 5],
        ],
      }),
      {
        ...table,
        sample: [
          ['North', 10],
          ['South', 32],
          ['East', 7],
        ],
      },
    ]);
    const { id, title, sql, columns, rows, truncated, resultHash } = query;
    expect(queries).toEqual([{ id, title, sql, columns, rows, truncated, resultHash }]);
    run.complete();
  });

  // TAB-12
  test('leaves out queries with a large result, and takes 1 MB of the newest', async () => {
    const tenant = await first.addEngagement();
    const sizes = [60_000, ...Array<number>(22).fill(45_000)];
    for (const [at, size] of sizes.entries()) {
      await tenant.query(`select repeat('x', ${size}) as long, ${at} as number`);
    }
    const { run } = await startRun(tenant);
    const numbers = (run.request.queries ?? []).map(({ rows }) => rows[0]?.[1]);
    expect(numbers).toEqual(Array.from({ length: 22 }, (_, at) => 22 - at));
    run.complete();
  });

  test('names no table where there is nothing to query', async () => {
    const tenant = await first.addEngagement();
    await tenant.delete(`${tenant.path}/${tenant.salesId}`);
    const { run } = await startRun(tenant);
    expect(run.request.tables).toEqual([]);
    run.complete();
  });
});

describe('an agent', () => {
  // TAB-13, TAB-14
  test('gets the result of its query, which is recorded with the engine’s id and the agent', async () => {
    const { run, target, ...tenant } = await startRun();
    const id = createId();
    const answer = await ask(target, { id, sql: total, title: 'Total' });
    const query: EngineQuery = {
      id,
      title: 'Total',
      sql: total,
      columns: [{ name: 'total', type: 'number', unit: null }],
      rows: [[49]],
      truncated: false,
      resultHash: expect.any(String) as unknown as string,
    };
    expect(answer).toEqual({ query });
    const agent = { kind: 'agent', id: 'financial-modeller', name: 'financial-modeller' };
    expect(await queriesOf(tenant)).toMatchObject([{ id, createdBy: agent }]);
    run.complete();
  });

  // TAB-13
  test('that asks again, or several times at once, gets the same record; with another statement a refusal', async () => {
    const { run, target, ...tenant } = await startRun();
    const once = { id: createId(), sql: `${total} -- once` };
    const [answer, ...others] = await Promise.all(
      Array.from({ length: 3 }, () => ask(target, once)),
    );
    for (const other of [...others, await ask(target, once)]) expect(other).toEqual(answer);
    expect(await queriesOf(tenant)).toHaveLength(1);
    await expect(ask(target, { id: once.id, sql: 'select 1 as one' })).rejects.toThrow(
      new ApiError('query_id_taken'),
    );
    run.complete();
  });

  // TAB-8, TAB-13
  test('is told why a statement is refused or fails', async () => {
    const { run, target, ...tenant } = await startRun();
    const statements = {
      'drop table sales': /^Only select is allowed/,
      'select * from elsewhere': /^There is no table elsewhere\. /,
      'select cast(region as integer) from sales': /^The text “.+” is no number/,
      [`select '${'x'.repeat(20_000)}' as long`]: /more than 20,000 characters/,
    };
    for (const [sql, reason] of Object.entries(statements)) {
      const answer = await ask(target, { id: createId(), sql });
      expect(answer).toEqual({ refused: expect.stringMatching(reason) });
    }
    expect(await queriesOf(tenant)).toEqual([]);
    run.complete();
  });

  // TAB-8, TAB-13
  test('is told a recorded refusal each time, which nobody else sees and no document can cite', async () => {
    const { run, target, ...tenant } = await startRun();
    const query = { id: createId(), sql: total };
    const refused = { refused: 'No answer came within 15 s.' };
    expect(await material().refuseQuery(target, { ...asker, ...query }, refused.refused)).toEqual(
      refused,
    );
    expect(await ask(target, query)).toEqual(refused);
    expect(await material().refuseQuery(target, { ...asker, ...query }, 'Another reason')).toEqual(
      refused,
    );
    await expect(material().verifyQuery(target, query.id)).rejects.toThrow(notFound);
    expect(await queriesOf(tenant)).toEqual([]);
    expect((await tenant.get(`${tenant.base}/queries/${query.id}`)).status).toBe(404);
    const { database } = platform.services;
    expect(await readTaskQueries(database, target, ['totals'])).toEqual([]);
    expect(
      await readQueryHeads(database, target.tenantId, target.engagementId, [query.id]),
    ).toEqual(new Map());
    run.complete();
  });

  // TAB-13
  test('keeps a result that is recorded although its answer came too late', async () => {
    const { run, target } = await startRun();
    const query = { id: createId(), sql: total };
    const answer = await ask(target, query);
    expect(await material().refuseQuery(target, { ...asker, ...query }, 'Too late')).toEqual(
      answer,
    );
    expect(await readTaskQueries(platform.services.database, target, ['totals'])).toEqual(
      'query' in answer ? [answer.query] : [],
    );
    run.complete();
  });

  // TAB-7
  test('verifies a query of its engagement', async () => {
    const { run, target, ...tenant } = await startRun();
    const query = await tenant.query(total);
    expect(await material().verifyQuery(target, query.id)).toEqual({
      same: true,
      resultHash: query.resultHash,
    });
    await expect(material().verifyQuery(target, 'none')).rejects.toThrow(notFound);
    run.complete();
  });

  // TAB-15
  test('reaches its own engagement only', async () => {
    const { run, target } = await startRun();
    const other = await startRun();
    await other.attach('secret.csv', 'a,b\n1,2\n3,4\n');
    const query = await other.query('select sum(a) as total from secret');
    const answer = await ask(target, { id: createId(), sql: 'select * from secret' });
    expect(answer).toEqual({ refused: expect.stringContaining('secret') });
    await expect(material().verifyQuery(target, query.id)).rejects.toThrow(notFound);
    run.complete();
    other.run.complete();
  });
});
