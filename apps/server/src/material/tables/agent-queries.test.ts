import type { EngineQuery, RunQueryAnswer } from '@ecp/contract/engine/tool-access';
import type { RunStarted } from '@ecp/contract/work/runs';
import type { QueryListItem } from '@ecp/contract/work/tables';
import { createId } from '@ecp/database/create-id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SentAnswer, sendRequest } from '../../../testing/send-request.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, type TableTenant } from '../../../testing/table-tenant.ts';
import { createKeyRing } from '../../kernel/keys/key-ring.ts';
import { signRunToken } from '../../kernel/keys/tokens.ts';
import { createMemoryRateLimiter } from '../../kernel/limits/rate-limiter.ts';

// A busy machine starts the children of a tenant slowly.
let platform: TestPlatform;
let first: TableTenant;
beforeAll(async () => {
  platform = await startTestPlatform({
    config: { engineCallbackUrl: 'http://platform.internal:3000' },
  });
  first = await createTableTenant(platform);
});
afterAll(() => platform.close());

interface RunningTenant extends TableTenant {
  run: ReturnType<TestPlatform['engine']['run']>;
  token: string;
}

/** Starts a run of a tenant with the table `sales`, which stays active. */
async function startRun(tenant?: TableTenant): Promise<RunningTenant> {
  const own = tenant ?? (await first.addEngagement());
  const { body } = await own.post<RunStarted>(`${own.base}/run`);
  const run = platform.engine.run(body.runId);
  return { ...own, run, token: run.request.queryAccess?.token ?? '' };
}

const total = 'select sum(amount) as total from sales';

function ask(token: string, body: object): Promise<SentAnswer> {
  const given = { title: null, agentSlug: 'financial-modeller', ...body };
  const request = { method: 'POST', path: '/internal/queries', body: given };
  return sendRequest(platform, request, { authorization: `Bearer ${token}` });
}
const verify = (token: string, id: string) =>
  sendRequest(
    platform,
    { method: 'POST', path: `/internal/queries/${id}/verify`, body: undefined },
    { authorization: `Bearer ${token}` },
  );
const answerIn = ({ text }: SentAnswer) => JSON.parse(text) as RunQueryAnswer;
const queriesOf = async (tenant: TableTenant) =>
  (await tenant.get<{ queries: QueryListItem[] }>(`${tenant.base}/queries`)).body.queries;

describe('the start of a run', () => {
  // TAB-3, TAB-12
  test('waits for tables, and names them with their first rows, what gives none, the newest queries and the access', async () => {
    const tenant = await first.addEngagement();
    const broken = await tenant.attach('broken.xlsx', 'PK\x03\x04 no workbook');
    const [table] = await tenant.listTables();
    const query = await tenant.query(total, 'Total');
    const unread = await tenant.upload(
      'stock.csv',
      Buffer.from('item,pieces\nApples,3\nPears,5\n'),
    );
    const { run } = await startRun(tenant);
    const { tables, withoutTable, queries, queryAccess } = run.request;
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
    expect(queryAccess).toEqual({
      url: 'http://platform.internal:3000/internal/queries',
      token: expect.stringContaining(`.${run.request.runId}.`),
    });
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

  test('gives no access where there is nothing to query', async () => {
    const tenant = await first.addEngagement();
    await tenant.delete(`${tenant.path}/${tenant.salesId}`);
    const { run } = await startRun(tenant);
    expect(run.request.tables).toEqual([]);
    expect(run.request).not.toHaveProperty('queryAccess');
    run.complete();
  });
});

describe('an agent', () => {
  // TAB-13, TAB-14
  test('gets the result of its query, which is recorded with the engine’s id and the agent', async () => {
    const { run, token, ...tenant } = await startRun();
    const id = createId();
    const answer = await ask(token, { id, sql: total, title: 'Total' });
    const query: EngineQuery = {
      id,
      title: 'Total',
      sql: total,
      columns: [{ name: 'total', type: 'number', unit: null }],
      rows: [[49]],
      truncated: false,
      resultHash: expect.any(String) as unknown as string,
    };
    expect({ status: answer.status, body: answerIn(answer) }).toEqual({
      status: 200,
      body: { query },
    });
    const agent = { kind: 'agent', id: 'financial-modeller', name: 'financial-modeller' };
    expect(await queriesOf(tenant)).toMatchObject([{ id, createdBy: agent }]);
    run.complete();
  });

  // TAB-13
  test('that asks again, or several times at once, gets the same record; with another statement 409', async () => {
    const { run, token, ...tenant } = await startRun();
    const once = { id: createId(), sql: `${total} -- once` };
    const answers = await Promise.all([ask(token, once), ask(token, once), ask(token, once)]);
    const texts = new Set([...answers, await ask(token, once)].map(({ text }) => text));
    expect(texts.size).toBe(1);
    expect(await queriesOf(tenant)).toHaveLength(1);
    const other = await ask(token, { id: once.id, sql: 'select 1 as one' });
    expect({ status: other.status, code: other.json?.code }).toEqual({
      status: 409,
      code: 'query_id_taken',
    });
    run.complete();
  });

  // TAB-8, TAB-13
  test('is told why a statement is refused or fails', async () => {
    const { run, token, ...tenant } = await startRun();
    const statements = {
      'drop table sales': /^Only select is allowed/,
      'select * from elsewhere': /^There is no table elsewhere\. /,
      'select cast(region as integer) from sales': /^The text “.+” is no number/,
    };
    for (const [sql, reason] of Object.entries(statements)) {
      const answer = await ask(token, { id: createId(), sql });
      expect({ status: answer.status, body: answerIn(answer) }).toEqual({
        status: 200,
        body: { refused: expect.stringMatching(reason) },
      });
    }
    expect(await queriesOf(tenant)).toEqual([]);
    run.complete();
  });

  // TAB-7
  test('verifies a query of its engagement', async () => {
    const { run, token, ...tenant } = await startRun();
    const query = await tenant.query(total);
    expect(JSON.parse((await verify(token, query.id)).text)).toEqual({
      same: true,
      resultHash: query.resultHash,
    });
    expect((await verify(token, 'none')).status).toBe(404);
    run.complete();
  });
});

describe('the token of a run', () => {
  const status = async (token: string) =>
    (await ask(token, { id: createId(), sql: 'select 1 as one' })).status;

  // TAB-15
  test('opens nothing when it is missing, changed or signed by somebody else', async () => {
    const { run, token, tenantId, engagementId } = await startRun();
    const stranger = await createTableTenant(platform);
    const target = { tenantId, engagementId, runId: run.request.runId };
    const [, , , seal] = token.split('.');
    const changed = [stranger.tenantId, stranger.engagementId, run.request.runId, seal].join('.');
    const forged = signRunToken(createKeyRing(['another-installation']), 'query access', target);
    const download = platform.services.keys.sign('download links', token).toString('base64url');
    for (const bad of [
      '',
      'x',
      changed,
      forged,
      `${token}x`,
      token.slice(0, -1),
      `${token}.${download}`,
    ]) {
      expect({ bad, status: await status(bad) }).toEqual({ bad, status: 401 });
    }
    expect(await status(token)).toBe(200);
    run.complete();
  });

  // TAB-15
  test('opens its own engagement only', async () => {
    const { run, token, ...tenant } = await startRun();
    const other = await startRun();
    await other.attach('secret.csv', 'a,b\n1,2\n3,4\n');
    const query = await other.query('select sum(a) as total from secret');
    const answer = await ask(token, { id: createId(), sql: 'select * from secret' });
    expect(answerIn(answer)).toEqual({ refused: expect.stringContaining('secret') });
    expect((await verify(token, query.id)).status).toBe(404);
    // A token for an engagement that is not the run's.
    const mixed = {
      tenantId: tenant.tenantId,
      engagementId: other.engagementId,
      runId: run.request.runId,
    };
    expect(await status(signRunToken(platform.services.keys, 'query access', mixed))).toBe(401);
    run.complete();
    other.run.complete();
  });

  // TAB-15
  test('opens nothing once the run has ended', async () => {
    const { run, token, ...tenant } = await startRun();
    expect(await status(token)).toBe(200);
    run.complete();
    await tenant.waitForEnd(tenant.engagementId);
    expect(await status(token)).toBe(401);
    expect((await verify(token, 'query0001')).status).toBe(401);
  });

  // TAB-15
  test('cannot be guessed many times, and a run cannot ask without end', async () => {
    const { run, token } = await startRun();
    platform.services.rateLimiter = createMemoryRateLimiter();
    const statuses = await Promise.all(Array.from({ length: 70 }, () => status('guess')));
    expect(statuses.filter((one) => one === 401)).toHaveLength(60);
    expect(statuses.filter((one) => one === 429)).toHaveLength(10);
    expect(await status(token)).toBe(200);
    platform.services.rateLimiter = { ...createMemoryRateLimiter(), hit: async () => refused };
    expect(await status(token)).toBe(429);
    platform.services.rateLimiter = createMemoryRateLimiter();
    run.complete();
  });
  const refused = { allowed: false, remaining: 0, resetSeconds: 7 };

  test('does not help a body that is too large or wrong', async () => {
    const { run, token } = await startRun();
    expect((await ask(token, { id: createId(), sql: 'x'.repeat(300_000) })).status).toBe(413);
    const long = await ask(token, { id: createId(), sql: 'x'.repeat(20_001) });
    expect(long).toMatchObject({
      status: 200,
      json: { refused: expect.stringContaining('more than 20,000 characters') },
    });
    expect((await ask(token, { id: 'Query 1', sql: 'select 1' })).status).toBe(400);
    run.complete();
  });
});
