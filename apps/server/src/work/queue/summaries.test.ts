import type { EngagementSummary, SummarySort } from '@ecp/contract/work/queue';
import type { NoRow } from '@ecp/database/statement';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { listEngagements } from '../../material/engagements/engagement-list.ts';
import { countRuns } from '../../material/run-records/run-rows.ts';
import { listQueue } from './queue.ts';
import { listSummaries } from './summaries.ts';

let platform: TestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());

const read = (query: string) =>
  tenant.get<{ summaries: EngagementSummary[] }>(`/api/engagement-summaries?${query}`);
const nextPage = ({ headers }: Awaited<ReturnType<typeof read>>) =>
  /<[^>]*\?([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

/** The names of all pages of one engagement each. */
async function paged(query: string): Promise<(string | undefined)[]> {
  const page = await read(query.includes('limit') ? query : `${query}&limit=1`);
  const next = nextPage(page);
  return [page.body.summaries[0]?.name, ...(next === undefined ? [] : await paged(next))];
}

const names = async (query: string) => (await read(query)).body.summaries.map(({ name }) => name);

// ENG-31
test('summaries count documents and what waits, and come in each order, in pages, without texts', async () => {
  const { database, asSuperuser } = platform;
  const { tenantId } = tenant;
  const created = [3, 2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000));
  const brief = 'A long brief. '.repeat(500);
  const add = (name: string, client: string, at: number) =>
    insertEngagement(database, tenantId, {
      name,
      client,
      brief,
      createdAt: created[at] ?? new Date(),
    });
  const [beta, alpha, gamma] = [
    await add('beta', 'Y', 0),
    await add('Alpha', 'z', 1),
    await add('Gamma', 'X', 2),
  ];
  await tenant.patch(`/api/engagements/${gamma}`, {
    dueDate: '2027-01-31',
    ownerId: tenant.userId,
  });
  await tenant.patch(`/api/engagements/${beta}`, { dueDate: '2026-12-31' });
  const runId = await insertRun(database, tenantId, alpha);
  for (const [filename, version] of [
    ['a.md', 1],
    ['a.md', 2],
    ['b.md', 1],
    ['_c.md', 1],
  ] as const) {
    await insertDeliverable(database, tenantId, alpha, { runId, filename, version });
  }
  const orders: Record<SummarySort, string[]> = {
    updated: ['beta', 'Gamma', 'Alpha'],
    created: ['Gamma', 'Alpha', 'beta'],
    name: ['Alpha', 'beta', 'Gamma'],
    client: ['Gamma', 'beta', 'Alpha'],
    owner: ['Gamma'],
    status: ['Alpha'],
    due: ['beta', 'Gamma', 'Alpha'],
    waiting: ['Alpha'],
  };
  await asSuperuser(`update platform.engagements set status = 'completed' where id = $1`, [alpha]);
  for (const [sort, expected] of Object.entries(orders)) {
    const whole = await names(`sort=${sort}`);
    expect([sort, whole.slice(0, expected.length)]).toEqual([sort, expected]);
    const [ascending, descending] = [
      await paged(`sort=${sort}&order=asc`),
      await paged(`sort=${sort}&order=desc`),
    ];
    expect([sort, ascending]).toEqual([sort, await names(`sort=${sort}&order=asc`)]);
    expect([sort, descending]).toEqual([sort, ascending.toReversed()]);
    expect([ascending, descending]).toContainEqual(whole);
    const [, cursor = ''] =
      /cursor=([^&]+)/.exec(nextPage(await read(`sort=${sort}&limit=2`)) ?? '') ?? [];
    expect((await read(`sort=${sort === 'name' ? 'due' : 'name'}&cursor=${cursor}`)).status).toBe(
      400,
    );
  }
  const { body } = await read('q=ALPH');
  expect(body.summaries).toEqual([
    {
      id: alpha,
      name: 'Alpha',
      client: 'z',
      status: 'completed',
      owner: null,
      dueDate: null,
      archivedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      documents: 2,
      sample: false,
      waiting: { reviews: 2, questions: 0, comments: 0, failed: 0 },
    },
  ]);
  expect(await names('status=completed')).toEqual(['Alpha']);
  await asSuperuser('update platform.engagements set archived_at = now() where id = $1', [alpha]);
  expect(await names('status=completed')).toEqual([]);
  expect(await names('status=completed&include_archived=true')).toEqual(['Alpha']);

  const key = await tenant.post<{ key: string }>('/api/api-keys', {
    name: 'Key',
    engagementId: beta,
  });
  const bound = createClient(platform.baseUrl, key.body.key);
  const seen = await bound.get<{ summaries: EngagementSummary[] }>('/api/engagement-summaries');
  expect(seen.body.summaries.map(({ id }) => id)).toEqual([beta]);
  for (const cursor of [
    'nonsense',
    Buffer.from('["updated","x\\u0000","y"]').toString('base64url'),
  ]) {
    expect((await read(`cursor=${cursor}`)).status).toBe(400);
  }
});

// ENG-34, HEA-7, QUE-6
test('pages of a large tenant are read from indexes, and find every name', async () => {
  const { tenantId } = await createTestTenant(platform);
  const count = 1_100;
  await platform.asSuperuser(
    `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, status, created_at)
      select $1 || n, $1, case n when 1 then 'Wüstenwind (alt)' else 'Plan ' || n end, 'Client ' || n % 9, 'e', 'Brief', 1,
        case n % 50 when 7 then 'failed' else 'completed' end, now() - ($2 - n) * interval '1 minute'
      from generate_series(1, $2::integer) n`,
    [tenantId, count],
  );
  await platform.asSuperuser('analyze platform.engagements');
  const plans: string[] = [];
  const database: TestPlatform['database'] = {
    ...platform.database,
    async batchTenant(id, statements) {
      for (const { text, values = [] } of statements) {
        const [, rows] = await platform.database.batchTenant<[NoRow, Record<string, string>]>(id, [
          // The table is so small that the planner would read the whole of it.
          {
            text: `select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`,
          },
          { text: `explain ${text}`, values },
        ]);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return platform.database.batchTenant(id, statements);
    },
  };
  const context = {
    services: { database },
    tenantId,
    principal: { kind: 'session' },
  } as unknown as RequestContext;
  const planOf = async (read: () => Promise<unknown>) => {
    plans.length = 0;
    await read();
    return plans.join('\n');
  };
  const expected: [string, () => Promise<unknown>][] = [
    ['engagements_list', () => listEngagements(context, { limit: 20 })],
    ['engagements_status', () => listEngagements(context, { limit: 20, status: 'failed' })],
    ['engagements_status', () => listEngagements(context, { limit: 20, status: 'running' })],
    ['engagements_updated', () => listSummaries(context, { limit: 20 })],
    ['engagements_list', () => listSummaries(context, { limit: 20, sort: 'created' })],
    ['engagements_name', () => listSummaries(context, { limit: 20, sort: 'name' })],
    [
      'engagements_client',
      () => listSummaries(context, { limit: 20, sort: 'client', order: 'desc' }),
    ],
    ['engagements_due', () => listSummaries(context, { limit: 20, sort: 'due' })],
    ['engagements_status_updated', () => listSummaries(context, { limit: 20, sort: 'status' })],
    ['engagements_status_updated', () => listSummaries(context, { limit: 20, status: 'failed' })],
  ];
  for (const [index, read] of expected) {
    const plan = await planOf(read);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (engagements|runs)/);
    // The sort sees the rows of the page only.
    expect(plan.match(/Sort Key/g) ?? []).toHaveLength(plan.includes('ordered') ? 1 : 0);
  }

  // The index of statuses tells that no engagement has this one.
  await listSummaries(context, { limit: 20, sort: 'name', status: 'paused' });
  expect(plans.at(-1)).toContain("id = ANY ('{}'::text[])");

  // The rows of other tests decide which index of a table is cheaper.
  for (const read of [
    () => database.batchTenant(tenantId, [countRuns(tenantId, new Date())]),
    () => listQueue(context, { limit: 20, scope: 'all' }),
  ]) {
    expect(await planOf(read)).not.toContain('Seq Scan');
  }

  const named = ({ json }: { json: string }) => JSON.parse(json) as { name: string }[];
  const find = async (q: string) => {
    const engagements = named(await listEngagements(context, { limit: 20, q }));
    const { summaries } = await listSummaries(context, { limit: 20, q, sort: 'due' });
    expect(summaries.map(({ name }) => name).sort()).toEqual(
      engagements.map(({ name }) => name).sort(),
    );
    return engagements.map(({ name }) => name);
  };
  const found = async () => [
    await find('ÜSTENW'),
    await find('d (a'),
    await find('plan 1 '),
    await find('('),
  ];
  const rare = ['Wüstenwind (alt)'];
  expect(await found()).toEqual([rare, rare, [], rare]);
  await platform.database.withTenant(tenantId, async (tx) => {
    await tx.query({ text: 'select platform.index_changes($1)', values: [count] });
  });
  expect(await found()).toEqual([rare, rare, [], rare]);
  expect(await find('lan 1100')).toEqual(['Plan 1100']);
  const page = await listEngagements(context, { limit: 20, q: 'pLAN' });
  expect([named(page)[0]?.name, named(page).length, page.nextCursor !== null]).toEqual([
    'Plan 1100',
    20,
    true,
  ]);
});

// ENG-17, ENG-34
test('a search that walks along an order ends its page early and goes on, and finds each match once', async () => {
  const { tenantId } = await createTestTenant(platform);
  const count = 1_200;
  const names = [
    'Kuchen (alt) & Tee',
    'Größe L & Co',
    '東京都の計画 & 市場',
    'zebra 1 & wind',
    'wind zebra 1 &',
  ];
  await platform.asSuperuser(
    `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, status, created_at, due_date)
      select $1 || lpad(n::text, 5, '0'), $1, case when n % 240 = 7 then ($3::text[])[1 + n / 240] else 'Plan ' || n end,
        'Client ' || n % 7, 'e', 'Brief', 1, case when n % 480 = 7 then 'failed' else 'completed' end,
        now() - ($2 - n) * interval '1 minute', case when n % 3 = 0 then date '2027-01-01' + n end
      from generate_series(1, $2::integer) n`,
    [tenantId, count, names],
  );
  const context = {
    services: { database: platform.database },
    tenantId,
    principal: { kind: 'session', userId: 'nobody' },
  } as unknown as RequestContext;
  const walk = { firstStretch: 75, longestStretch: 175, walkMs: 0 };
  const list = async (q: string, query: object) => {
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; pages < 100; ) {
      const input = { limit: 2, q, ...query, ...(cursor !== undefined && { cursor }) };
      const { json, nextCursor } = await listEngagements(context, input, walk);
      found.push(...(JSON.parse(json) as { name: string }[]).map(({ name }) => name));
      pages += 1;
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    return { found, pages };
  };
  const sum = async (q: string, query: object) => {
    const found: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 100; pages += 1) {
      const input = { limit: 2, q, ...query, ...(cursor !== undefined && { cursor }) };
      const { summaries, nextCursor } = await listSummaries(context, input, walk);
      found.push(...summaries.map(({ name }) => name));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    return found;
  };
  const expected = async (q: string, order: string, where = 'true') =>
    (
      await platform.asSuperuser<{ name: string }>(
        `select name from platform.engagements where tenant_id = $1 and (strpos(lower(name), lower($2)) > 0
          or strpos(lower(client), lower($2)) > 0) and ${where} order by ${order}`,
        [tenantId, q],
      )
    ).map(({ name }) => name);
  const orders: Record<SummarySort, string> = {
    updated: 'updated_at, id',
    created: 'created_at, id',
    name: 'lower(name), id',
    client: 'lower(client), id',
    due: `coalesce(due_date, 'infinity'), id`,
    owner: 'id',
    waiting: 'id',
    status: 'status, updated_at, id',
  };
  for (const isIndexed of [false, true]) {
    // The index of names lags behind in the first round.
    if (isIndexed) {
      await platform.database.withTenant(tenantId, async (tx) => {
        await tx.query({ text: 'select platform.index_changes($1)', values: [count] });
      });
    }
    for (const q of ['&', 'ö', '東京', 'の', 'zebra 1 &', '1 & w', 'nowhere', '~']) {
      expect([q, (await list(q, {})).found]).toEqual([
        q,
        await expected(q, 'created_at desc, id desc'),
      ]);
      expect([q, (await list(q, { status: 'failed' })).found]).toEqual([
        q,
        await expected(q, 'created_at desc, id desc', `status = 'failed'`),
      ]);
    }
    for (const [sort, order] of isIndexed ? Object.entries(orders) : []) {
      const q = '&';
      const ascending = await expected(q, order);
      expect([sort, await sum(q, { sort, order: 'asc' })]).toEqual([sort, ascending]);
      const descending = [sort, ascending.toReversed()];
      expect([sort, await sum(q, { sort, order: 'desc' })]).toEqual(descending);
      const failed = [sort, await expected(q, order, `status = 'failed'`)];
      expect([sort, await sum(q, { sort, order: 'asc', status: 'failed' })]).toEqual(failed);
    }
  }
  expect((await list('&', {})).pages).toBeGreaterThan(5);

  // No page and no id of the index shows an engagement behind a wall.
  await platform.asSuperuser(
    `insert into platform.walls (id, tenant_id, name) values ($1 || '-wall', $1, 'Wall')`,
    [tenantId],
  );
  await platform.asSuperuser(
    `insert into platform.wall_engagements (tenant_id, wall_id, engagement_id)
      select $1, $1 || '-wall', id from platform.engagements where tenant_id = $1 and name = 'Kuchen (alt) & Tee'`,
    [tenantId],
  );
  const outside = platform.database.seenBy('user:nobody');
  const seen = { ...context, services: { ...context.services, database: outside } };
  for (const q of ['&', 'kuchen', 'kuchen (alt)']) {
    const { json } = await listEngagements(seen, { limit: 20, q });
    const { summaries } = await listSummaries(seen, { limit: 20, q, sort: 'created' });
    const visible = (await expected(q, 'created_at desc, id desc')).filter(
      (name) => !name.startsWith('Kuchen'),
    );
    expect([
      (JSON.parse(json) as { name: string }[]).map(({ name }) => name),
      summaries.map(({ name }) => name),
    ]).toEqual([visible, visible]);
  }
  const find = { text: `select platform.find_titles('kuchen', 10) as ids` };
  const idsFor = async (database: TestPlatform['database']) =>
    (await database.batchTenant<[{ ids: string[] }]>(tenantId, [find]))[0][0]?.ids.length;
  expect([await idsFor(platform.database), await idsFor(outside)]).toEqual([1, 0]);
});

// ENG-34
test('a word that many names have is found without making the keys of names again', async () => {
  const { tenantId } = await createTestTenant(platform);
  const engagementId = await insertEngagement(platform.database, tenantId, {});
  // So many pages that the smallest memory of a statement cannot note their rows.
  await platform.asSuperuser(
    `insert into platform.search_texts (tenant_id, engagement_id, kind, source_id, title, body, words)
      select $1, $2, 'engagement', 'e' || n, 'Common', (select string_agg(md5(n * w || ''), '') from generate_series(1, 55) w),
        ' common'
      from generate_series(1, 5000) n`,
    [tenantId, engagementId],
  );
  await platform.asSuperuser('vacuum analyze platform.search_texts');
  const [read] = await platform.asSuperuser<{ found: number; keys: string }>(
    `select set_config('track_functions', 'all', true), set_config('work_mem', '64kB', true),
      set_config('app.tenant_id', $1, true), cardinality(platform.find_titles('common', 10000)) as found,
      pg_stat_get_xact_function_calls('platform.title_keys(text, text)'::regprocedure) as keys`,
    [tenantId],
  );
  expect(read).toMatchObject({ found: 5_000, keys: null });
});
