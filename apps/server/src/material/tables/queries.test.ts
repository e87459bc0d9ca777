import type { QueryDraft, QueryListItem, RecordedQuery } from '@ecp/contract/work/tables';
import { RecordedQuery as RecordedQuerySchema } from '@ecp/contract/work/tables';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeObjects } from '../../../testing/check-answers.ts';
import { outcome, sendRequest } from '../../../testing/send-request.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, type TableTenant } from '../../../testing/table-tenant.ts';

// A busy machine starts the children of a tenant slowly.
let platform: TestPlatform;
let tenant: TableTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTableTenant(platform);
});
afterAll(() => platform.close());

const auditOf = (engagementId: string) =>
  platform.asSuperuser(
    `select action, resource_id as id, metadata ->> 'title' as title from platform.audit_log
      where metadata ->> 'engagementId' = $1 and resource_type = 'query' order by created_at`,
    [engagementId],
  );
const countQueries = async () =>
  (
    await platform.asSuperuser('select from platform.queries where engagement_id = $1', [
      tenant.engagementId,
    ])
  ).length;

describe('a query', () => {
  // TAB-5, TAB-6
  test('is run, recorded, listed and read again', async () => {
    const own = await tenant.addEngagement();
    const [table] = await own.listTables();
    const sql = 'select region, amount from sales where amount > 8 order by amount desc';
    const query = await own.query(sql, ' Large sales ');
    expect(query).toMatchObject({
      title: 'Large sales',
      sql,
      columns: [
        { name: 'region', type: 'text', unit: null },
        { name: 'amount', type: 'number', unit: null },
      ],
      rows: [
        ['South', 32],
        ['North', 10],
      ],
      rowCount: 2,
      truncated: false,
      resultHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      tables: [{ id: table?.id, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      createdBy: { kind: 'user', id: own.userId },
    });
    expect(
      Value.Errors(closeObjects(RecordedQuerySchema) as typeof RecordedQuerySchema, query),
    ).toEqual([]);
    expect((await own.get(`${own.base}/queries/${query.id}`)).body).toEqual(query);
    const second = await own.query('select sum(amount) as total from sales');
    expect(second.rows).toEqual([[49]]);
    const { body } = await own.get<{ queries: QueryListItem[] }>(`${own.base}/queries`);
    expect(body.queries.map(({ id }) => id)).toEqual([second.id, query.id]);
    expect(body.queries[0]).not.toHaveProperty('rows');
    expect(await auditOf(own.engagementId)).toEqual([
      { action: 'query.create', id: query.id, title: 'Large sales' },
      { action: 'query.create', id: second.id, title: null },
    ]);
  });

  // TAB-31
  test('is listed with the documents whose latest version names it, in a citation or a chart', async () => {
    const own = await tenant.addEngagement();
    const [cited, drawn, dropped] = [
      await own.query('select 1 as a'),
      await own.query('select 2 as a'),
      await own.query('select 3 as a'),
    ];
    const texts = [
      ['used-1', 'plan.md', 1, `Three.[^1]\n\n[^1]: Query ${dropped.id}`],
      [
        'used-2',
        'plan.md',
        2,
        `One.[^1]\n\n[^1]: Query ${cited.id}: “a: 1”\n\n\`\`\`chart\n{"query": "${drawn.id}"}\n\`\`\``,
      ],
      ['used-3', '_run_report.md', 1, `Query ${dropped.id}`],
    ];
    for (const [id, filename, version, content] of texts) {
      await platform.asSuperuser(
        `insert into platform.deliverables (id, tenant_id, engagement_id, filename, version, content, word_count)
          values ($1, $2, $3, $4, $5, $6, 1)`,
        [id, own.tenantId, own.engagementId, filename, version, content],
      );
    }
    const { body } = await own.get<{ queries: QueryListItem[] }>(`${own.base}/queries`);
    expect(body.queries.map(({ id, usedIn }) => [id, usedIn])).toEqual([
      [dropped.id, []],
      [drawn.id, ['plan.md']],
      [cited.id, ['plan.md']],
    ]);
  });

  // TAB-5
  test('reads the tables that it names, and lists no other', async () => {
    const own = await tenant.addEngagement();
    await own.attach('amount.csv', 'a,b\n1,2\n3,4\n');
    const tables = await own.listTables();
    const sales = tables.find(({ name }) => name === 'sales');
    // The column has the name of the other table.
    const query = await own.query('select max("amount") as top from "SALES"');
    expect(query.tables.map(({ id }) => id)).toEqual([sales?.id]);
  });

  // The tests of the tables package (run-query.test.ts) try the other refused statements.
  const refusals: [string, string, string][] = [
    ['a change', 'delete from sales', 'query_refused'],
    ['more than 20,000 characters', `select 1 -- ${'x'.repeat(20_000)}`, 'query_refused'],
    ['a failing cast', `select cast(region as integer) from sales`, 'query_failed'],
  ];
  // TAB-8
  test.each(refusals)(
    'that is %s gets 400 with the reason and leaves no record',
    async (_title, sql, code) => {
      const before = await countQueries();
      const { status, body } = await tenant.post(`${tenant.base}/queries`, { sql });
      expect({ status, code: body['code'] }).toEqual({ status: 400, code });
      expect(String(body['error'])).toMatch(/^[A-Z].+[.?]$/);
      expect(await countQueries()).toBe(before);
    },
  );

  // TAB-5, TAB-8
  test('sees no table of another engagement or tenant', async () => {
    const stranger = await createTableTenant(platform);
    await stranger.attach('secret.csv', 'a,b\n1,2\n3,4\n');
    await stranger.query('select * from secret');
    const refused = await tenant.post(`${tenant.base}/queries`, { sql: 'select * from secret' });
    expect(refused.body['code']).toBe('query_refused');
    const other = await tenant.createEngagement();
    const foreign = await tenant.post(`/api/engagements/${other.id}/queries`, {
      sql: 'select * from sales',
    });
    expect(foreign.body['code']).toBe('query_refused');
    for (const sql of ['select 1', 'select * from secret']) {
      const away = await tenant.post(`/api/engagements/${stranger.engagementId}/queries`, { sql });
      expect(away.status).toBe(404);
    }
  });

  // TAB-5
  test('with an Idempotency-Key is run and recorded once', async () => {
    const before = await countQueries();
    const headers = { ...tenant.headers, 'idempotency-key': 'once' };
    const request = {
      method: 'POST',
      path: `${tenant.base}/queries`,
      body: { sql: 'select 41 + 1 as answer' },
    };
    const [first, second] = [
      await sendRequest(platform, request, headers),
      await sendRequest(platform, request, headers),
    ];
    expect(outcome(first)).toBe('201');
    expect(second.text).toBe(first.text);
    expect(second.json).toMatchObject({ rows: [[42]] });
    expect(await countQueries()).toBe(before + 1);
  });

  // TAB-9
  test('is refused when the engagement has 500', async () => {
    const own = await tenant.addEngagement();
    await platform.asSuperuser(
      `insert into platform.queries (id, tenant_id, engagement_id, sql, columns, rows, rows_bytes, row_count, truncated,
          result_hash, tables, author_kind, author_name)
        select 'q' || n, $1, $2, 'select 1', '[]', '[]', 2, 0, false, '', '[]', 'user', 'Ada' from generate_series(1, 499) n`,
      [own.tenantId, own.engagementId],
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        own.post<RecordedQuery>(`${own.base}/queries`, { sql: 'select 1 as one' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { body } = await own.get<{ queries: QueryListItem[] }>(`${own.base}/queries`);
    expect(body.queries).toHaveLength(500);
  });

  test('by a key of this engagement has the key as its author', async () => {
    const own = await tenant.addEngagement();
    const made = await own.post('/api/api-keys', { name: 'CI', engagementId: own.engagementId });
    const headers = { authorization: `Bearer ${made.body['key']}` };
    const request = {
      method: 'POST',
      path: `${own.base}/queries`,
      body: { sql: 'select count(*) as n from sales' },
    };
    const answer = await sendRequest(platform, request, headers);
    expect(answer.json).toMatchObject({
      rows: [[3]],
      createdBy: { kind: 'api_key', id: made.body['id'], name: 'CI' },
    });
  });
});

describe('verifying a query', () => {
  const verify = (own: TableTenant, id: string) => own.post(`${own.base}/queries/${id}/verify`);

  // TAB-7
  test('gives the same hash again, and another one when the table of that name has other rows', async () => {
    const own = await tenant.addEngagement();
    const query = await own.query('select sum(amount) as total from sales');
    expect((await verify(own, query.id)).body).toEqual({
      same: true,
      resultHash: query.resultHash,
    });
    await own.delete(`${own.path}/${own.salesId}`);
    expect((await verify(own, query.id)).body).toEqual({ same: false, resultHash: null });
    await own.attach('sales.csv', 'region,amount\nNorth,11\nSouth,32\n');
    const changed = await verify(own, query.id);
    expect(changed.body).toEqual({
      same: false,
      resultHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    // The record is what it was.
    expect((await own.get<RecordedQuery>(`${own.base}/queries/${query.id}`)).body).toEqual(query);
  });

  // TAB-7, TAB-28
  test('repeats a query of the time when columns were named by their heads', async () => {
    const own = await tenant.addEngagement();
    await own.attach('visits.csv', 'Clinic,Sessions planned\nNorth,3\nSouth,4\n');
    const query = await own.query('select "Clinic", "Sessions planned" from visits order by 1');
    expect(query.columns.map(({ name }) => name)).toEqual(['Clinic', 'Sessions planned']);
    expect((await verify(own, query.id)).body).toEqual({
      same: true,
      resultHash: query.resultHash,
    });
    const all = await own.query('select * from visits');
    expect(all.columns.map(({ name }) => name)).toEqual(['clinic', 'sessions_planned']);
    // Every query before the change is recorded as one by heads.
    await platform.asSuperuser(
      `update platform.queries set naming = 'heads', result_hash = 'of heads' where id = $1`,
      [all.id],
    );
    const changed = (await verify(own, all.id)).body;
    expect(changed).toMatchObject({ same: false });
    expect(changed['resultHash']).not.toBe(all.resultHash);
  });

  // TAB-7
  test('says that it cannot be run when a column is gone; an unknown one is 404', async () => {
    const own = await tenant.addEngagement();
    const query = await own.query('select sum(amount) as total from sales');
    await own.delete(`${own.path}/${own.salesId}`);
    await own.attach('sales.csv', 'region,price\nNorth,11\nSouth,32\n');
    const { status, body } = await verify(own, query.id);
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'query_failed' });
    expect((await verify(own, 'none')).status).toBe(404);
  });
});

// TAB-32
describe('a question in plain words', () => {
  test('gets a statement of the model, which runs nothing until it is asked to', async () => {
    const own = await tenant.addEngagement();
    const before = await own.get<{ queries: QueryListItem[] }>(`${own.base}/queries`);
    const drafted = await own.post<QueryDraft>(`${own.base}/query-drafts`, {
      question: 'How many sales are there?',
    });
    expect(drafted).toMatchObject({
      status: 200,
      body: { sql: 'select count(*) as number\nfrom sales' },
    });
    expect((await own.get(`${own.base}/queries`)).body).toEqual(before.body);
    expect((await own.query(drafted.body.sql ?? '')).rows).toEqual([[3]]);
    const [spent] = await platform.asSuperuser<{ judging: number }>(
      'select judging_nano_usd::integer as judging from platform.engagements where id = $1',
      [own.engagementId],
    );
    expect(spent?.judging).toBe(1_000_000);
    const draft = vi.spyOn(platform.services.engine, 'draftQuery');
    onTestFinished(() => draft.mockRestore());
    const draftIds = async (body: object) => {
      const { status } = await own.post(`${own.base}/query-drafts`, {
        question: 'How many sales are there?',
        ...body,
      });
      return { status, draftId: draft.mock.lastCall?.[1].draftId };
    };
    const [first, again, other] = [
      await draftIds({}),
      await draftIds({ attempt: 1 }),
      await draftIds({ attempt: 2 }),
    ];
    expect(first).toEqual({ status: 200, draftId: expect.any(String) });
    expect(again).toEqual(first);
    expect(other.draftId).not.toBe(first.draftId);
    expect((await draftIds({ attempt: 0 })).status).toBe(400);
  });

  test('is 404 in a missing engagement, and 400 without words', async () => {
    const away = await tenant.post('/api/engagements/none/query-drafts', { question: 'How many?' });
    expect(away.status).toBe(404);
    const empty = await tenant.post(`${tenant.base}/query-drafts`, { question: '  ' });
    expect(empty.status).toBe(400);
  });
});
