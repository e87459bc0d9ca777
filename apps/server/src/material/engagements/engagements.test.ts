import type { Engagement, EngagementDetail } from '@ecp/contract/work/engagements';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createAuditLogVerifier } from '../../kernel/audit/verify-audit-log.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
let stranger: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  [tenant, stranger] = await Promise.all([
    createKeyedTenant(platform),
    createKeyedTenant(platform),
  ]);
  await platform.asSuperuser(`update platform.tenants set plan = 'enterprise' where id = $1`, [
    tenant.tenantId,
  ]);
});
afterAll(() => platform.close());

const valid = { name: 'Market entry', client: 'Acme', brief: 'How should Acme enter Norway?' };
const create = async (body: object = {}) =>
  (await tenant.owner.post<Engagement>('/api/engagements', { ...valid, ...body })).body;
const auditOf = (resourceId: string) =>
  platform.asSuperuser<{ action: string; tenant_id: string; user_id: string }>(
    'select action, tenant_id, user_id from platform.audit_log where resource_id = $1 order by created_at',
    [resourceId],
  );

describe('create engagement', () => {
  // ENG-1, ENG-3, ENG-4, REQ-5
  test('answers 201 with every field, defaults included', async () => {
    const { status, body } = await tenant.owner.post<Engagement>('/api/engagements', valid);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{20,}$/),
      tenantId: tenant.tenantId,
      ...valid,
      slug: 'market-entry',
      budget: 5,
      tasks: [],
      status: 'pending',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      archivedAt: null,
      model: null,
      askBack: 'assume',
      askBackHours: 24,
      adversary: false,
      approveAnswer: false,
      library: false,
      ownerId: null,
      owner: null,
      dueDate: null,
      sample: false,
      research: { enabled: false, domains: [], maxPages: 20 },
    });
    expect(await auditOf(body.id)).toEqual([
      { action: 'engagement.create', tenant_id: tenant.tenantId, user_id: tenant.userId },
    ]);
  });

  // ENG-5, ERR-2
  test.each([
    [{ client: 'Acme', brief: 'x' }],
    [{ ...valid, name: ' \n' }],
    [{ ...valid, client: '' }],
    [{ ...valid, brief: null }],
    [{ ...valid, name: 'x'.repeat(201), client: null }],
    [[]],
    [undefined],
  ])('refuses %j: name, client and brief', async (body) => {
    const answer = await tenant.owner.post('/api/engagements', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'Name, client, and brief are required',
      code: 'engagement_fields_required',
      requestId: expect.any(String),
      details: expect.any(Array),
    });
  });

  // ENG-6, ENG-7, ENG-8, ENG-9, ENG-10, ENG-11
  test.each([
    [{ name: 'x'.repeat(201) }, 'invalid_request', 'Invalid request'],
    [{ client: 'x'.repeat(201) }, 'invalid_request', 'Invalid request'],
    [{ brief: 7 }, 'invalid_request', 'Invalid request'],
    [{ budget: 0 }, 'invalid_request', 'Invalid request'],
    [{ budget: -1 }, 'invalid_request', 'Invalid request'],
    [
      { budget: 10_001 },
      'budget_too_high',
      'This installation allows a budget of at most $10000.00',
    ],
    [{ budget: '5' }, 'invalid_request', 'Invalid request'],
    [{ tasks: [{ description: 'no name' }] }, 'invalid_request', 'Invalid request'],
    [{ tasks: Array(101).fill({ name: 'x' }) }, 'invalid_request', 'Invalid request'],
    [{ tasks: [{ name: 'x', agent: 'nobody' }] }, 'unknown_agent', 'Unknown agent: nobody'],
    [
      {
        tasks: [
          { id: 'a', name: 'x' },
          { id: 'a', name: 'y' },
        ],
      },
      'duplicate_task',
      'Task ids must be unique: a',
    ],
    [
      { tasks: [{ id: 'a', name: 'x', dependsOn: ['b'] }] },
      'unknown_dependency',
      'Task a depends on an unknown task: b',
    ],
    [
      {
        tasks: [
          { id: 'a', name: 'x', dependsOn: ['b'] },
          { id: 'b', name: 'y', dependsOn: ['a'] },
        ],
      },
      'task_cycle',
      'Task dependencies form a cycle: a → b → a',
    ],
  ])('refuses %j with %s', async (fields, code, error) => {
    const answer = await tenant.owner.post('/api/engagements', { ...valid, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code, error });
  });

  // ENG-9, ENG-12
  test('stores unknown task fields, their order and values; generates missing ids', async () => {
    const tasks = [
      {
        zeta: { b: 1, a: [null, 'é', 0.1] },
        name: 'First',
        agent: 'data-analyst',
        'a b': true,
        id: 'one',
      },
      { name: 'Second', dependsOn: ['one'], agent: null },
    ];
    const { id, tasks: created } = await create({ tasks });
    const read = (await tenant.owner.get<Engagement>(`/api/engagements/${id}`)).body;
    expect(JSON.stringify(read.tasks)).toBe(JSON.stringify(created));
    expect(JSON.stringify(read.tasks[0])).toBe(JSON.stringify(tasks[0]));
    expect(read.tasks[1]).toEqual({ id: expect.stringMatching(/\S/), ...tasks[1] });
  });

  // ENG-3, ENG-7
  test('stores the budget to the nano-dollar', async () => {
    for (const budget of [0.000000001, 0.1, 0.29, 4.35, 9999.999999999, 10_000]) {
      expect((await create({ budget })).budget).toBe(budget);
    }
  });
});

describe('creates of a tenant at the same moment', () => {
  // ENG-35
  test('share commits, count for the month and are in the chain of the audit log, each once', async () => {
    const busy = await createKeyedTenant(platform);
    await platform.asSuperuser(`update platform.tenants set plan = 'enterprise' where id = $1`, [
      busy.tenantId,
    ]);
    const names = Array.from({ length: 24 }, (_, index) => `Engagement ${index}`);
    const answers = await Promise.all(
      names.map((name) => busy.owner.post<Engagement>('/api/engagements', { ...valid, name })),
    );
    expect(answers.map(({ status, body }) => [status, body.name])).toEqual(
      names.map((name) => [201, name]),
    );
    const [records] = await platform.asSuperuser(
      `select count(*)::integer as engagements, count(distinct e.xmin::text) < 24 as shared,
        (select engagements_created from platform.monthly_usage where tenant_id = $1) as counted,
        (select count(*)::integer from platform.audit_log l join platform.engagements c on c.id = l.resource_id
          where l.tenant_id = $1 and l.action = 'engagement.create') as audited
        from platform.engagements e where e.tenant_id = $1`,
      [busy.tenantId],
    );
    expect(records).toEqual({ engagements: 24, shared: true, counted: 24, audited: 24 });
    expect((await createAuditLogVerifier(platform.database)(busy.tenantId)).intact).toBe(true);
  });
});

describe('monthly limit', () => {
  // ENG-15, LIM-2
  test('20 parallel requests with a limit of 5 create exactly 5; deleting one frees none', async () => {
    const limited = await createKeyedTenant(platform);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => limited.owner.post<Engagement>('/api/engagements', valid)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual(Array(15).fill(403));
    expect(refused[0]?.body).toMatchObject({
      error: 'Monthly engagement limit reached (5/5)',
      code: 'engagement_limit_reached',
    });
    await limited.owner.delete(`/api/engagements/${made[0]?.body.id}`);
    expect((await limited.owner.post('/api/engagements', valid)).status).toBe(403);
    expect((await limited.owner.get<Engagement[]>('/api/engagements')).body).toHaveLength(4);
    // An invalid body is reported first and costs nothing.
    expect((await limited.owner.post('/api/engagements', {})).status).toBe(400);
    await platform.asSuperuser(`update platform.tenants set plan = 'professional' where id = $1`, [
      limited.tenantId,
    ]);
    expect((await limited.owner.post('/api/engagements', valid)).status).toBe(201);
  });

  // LIM-3
  test('a new month begins at 0, and a refused body does not count', async () => {
    const limited = await createKeyedTenant(platform);
    await limited.owner.post('/api/engagements', { ...valid, budget: 0 });
    await platform.database.batchTenant(limited.tenantId, [
      {
        text: `insert into platform.monthly_usage values ($1, (date_trunc('month', now() at time zone 'UTC') - interval '1 month')::date, 5)`,
        values: [limited.tenantId],
      },
    ]);
    expect((await limited.owner.post('/api/engagements', valid)).status).toBe(201);
    const usage = await platform.asSuperuser(
      'select engagements_created from platform.monthly_usage where tenant_id = $1 order by month',
      [limited.tenantId],
    );
    expect(usage).toEqual([{ engagements_created: 5 }, { engagements_created: 1 }]);
  });

  // ACS-12, ENG-14
  test('no engagement is created without an active subscription', async () => {
    const unpaid = await createKeyedTenant(platform);
    await platform.asSuperuser(
      `update platform.subscriptions set status = 'canceled' where tenant_id = $1`,
      [unpaid.tenantId],
    );
    const answer = await unpaid.owner.post('/api/engagements', {});
    expect(answer).toMatchObject({ status: 403, body: { error: 'Active subscription required' } });
  });
});

describe('read, update, delete', () => {
  // ENG-19, RUN-1
  test('the detail has runs and all versions of deliverables, newest first, without internal files', async () => {
    const id = await insertEngagement(platform.database, tenant.tenantId);
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    const { database } = platform;
    const first = await insertRun(database, tenant.tenantId, id, { startedAt: at(1) });
    const second = await insertRun(database, tenant.tenantId, id, {
      startedAt: at(5),
      status: 'failed',
    });
    const add = (version: number, seconds: number, filename = 'plan.md') =>
      insertDeliverable(database, tenant.tenantId, id, {
        runId: first,
        version,
        filename,
        createdAt: at(seconds),
      });
    const v1 = await add(1, 2);
    await add(1, 3, '_run_report.md');
    const v2 = await add(2, 6);
    const { status, body, headers } = await tenant.owner.get<EngagementDetail>(
      `/api/engagements/${id}`,
    );
    expect(status).toBe(200);
    expect(body.runs.map((run) => run.id)).toEqual([second, first]);
    expect(body.runs[1]).toEqual({
      id: first,
      engagementId: id,
      status: 'completed',
      startedAt: at(1).toISOString(),
      finishedAt: at(1).toISOString(),
      estimatedCost: 0.123456789,
      inputTokens: 1000,
      outputTokens: 200,
      error: null,
      failureReason: null,
      pauseSnapshot: null,
    });
    expect(body.deliverables.map((deliverable) => deliverable.id)).toEqual([v2, v1]);
    expect(body.deliverables[1]).toMatchObject({
      content: '# plan.md\n\nVersion 1\n',
      approvalStatus: 'pending_review',
    });
    expect(body.waiting).toEqual({ reviews: 1, questions: 0, comments: 0, failed: 0 });
    const again = await tenant.owner.get(`/api/engagements/${id}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again).toMatchObject({ status: 304, body: undefined });
    const short = await tenant.owner.get<EngagementDetail>(
      `/api/engagements/${id}?deliverables=false`,
      {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      },
    );
    expect(short).toMatchObject({ status: 200, body: { ...body, deliverables: [] } });
  });

  // ENG-20
  test('an update changes the given fields, and the slug with the name', async () => {
    const { id } = await create({ tasks: [{ id: 'a', name: 'x' }] });
    const { status, body } = await tenant.owner.patch<Engagement>(`/api/engagements/${id}`, {
      name: 'Größe & Äther',
      budget: 0.5,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Größe & Äther',
      slug: 'grosse-ather',
      budget: 0.5,
      client: 'Acme',
    });
    expect(body.tasks).toEqual([{ id: 'a', name: 'x' }]);
    const tasks = [{ id: 'b', name: 'y', extra: 1 }];
    expect(
      (await tenant.owner.patch<Engagement>(`/api/engagements/${id}`, { tasks })).body.tasks,
    ).toEqual(tasks);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'engagement.create',
      'engagement.update',
      'engagement.update',
    ]);
  });

  // ENG-20
  test.each([{}, { name: '' }, { budget: 0 }, { tasks: [{ name: 'x', agent: 'nobody' }] }, 'text'])(
    'an update with %j is refused',
    async (body) => {
      const { id } = await create();
      expect((await tenant.owner.patch(`/api/engagements/${id}`, body)).status).toBe(400);
    },
  );

  // ENG-26
  test('a model that the engine can call is pinned, stays through other edits, and null removes it', async () => {
    const pinned = await create({ model: 'swift-2' });
    expect(pinned.model).toBe('swift-2');
    const auditedOf = (id: string) =>
      platform.asSuperuser(
        'select metadata from platform.audit_log where resource_id = $1 order by created_at desc',
        [id],
      );
    const [created] = await auditedOf(pinned.id);
    expect(created?.metadata).toEqual({ name: valid.name, model: 'swift-2' });
    const edit = async (body: object) =>
      (await tenant.owner.patch<Engagement>(`/api/engagements/${pinned.id}`, body)).body.model;
    expect(await edit({ client: 'Bolt' })).toBe('swift-2');
    expect(await edit({ model: 'scripted-model' })).toBe('scripted-model');
    expect((await tenant.owner.get<Engagement>(`/api/engagements/${pinned.id}`)).body.model).toBe(
      'scripted-model',
    );
    expect(await edit({ model: null })).toBeNull();
    const [changed] = await auditedOf(pinned.id);
    expect(changed?.metadata).toEqual({ fields: ['model'] });
  });

  // ENG-26
  test.each(['gpt-unheard-of', ''])(
    'a model %j that the engine cannot call is refused',
    async (model) => {
      const refusal = {
        status: 400,
        body: {
          error: `The engine cannot call the model ${model}. GET /api/models lists the models that it can call`,
          code: 'unknown_model',
        },
      };
      expect(await tenant.owner.post('/api/engagements', { ...valid, model })).toMatchObject(
        refusal,
      );
      const { id } = await create();
      expect(await tenant.owner.patch(`/api/engagements/${id}`, { model })).toMatchObject(refusal);
    },
  );

  // ENG-21, ENG-24
  test.each(['running', 'paused'] as const)(
    'a %s engagement can be neither edited nor deleted',
    async (status) => {
      const id = await insertEngagement(platform.database, tenant.tenantId, { status });
      expect(await tenant.owner.patch(`/api/engagements/${id}`, { name: 'New' })).toMatchObject({
        status: 409,
        body: {
          error: `Cannot edit an engagement while it is ${status}. Stop it or wait for the run to end.`,
          code: 'engagement_locked',
        },
      });
      expect(await tenant.owner.delete(`/api/engagements/${id}`)).toMatchObject({
        status: 409,
        body: {
          error: 'Cannot delete a running engagement. Stop it first.',
          code: 'engagement_running',
        },
      });
      expect((await tenant.owner.get<Engagement>(`/api/engagements/${id}`)).body.name).toBe(
        'Market entry',
      );
    },
  );

  // ENG-22, ENG-23
  test('a delete removes runs and deliverables, is audited, and takes the data of the engine with it', async () => {
    const { id } = await create();
    const runId = await insertRun(platform.database, tenant.tenantId, id);
    await insertDeliverable(platform.database, tenant.tenantId, id, { runId });
    await platform.asSuperuser(
      `insert into engine.runs (id, tenant_id, engagement_id, status, input) values ($1, $2, $3, 'completed', '{}')`,
      [runId, tenant.tenantId, id],
    );
    await platform.asSuperuser(
      `insert into platform.works (service, id, kind, queue, lane, input, due_at, ended_at)
        values ('engine', $1, 'run', 'runs', '', '{}', now(), now())`,
      [`${tenant.tenantId}/${runId}`],
    );
    expect(await tenant.owner.delete(`/api/engagements/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const left = await platform.asSuperuser(
      `select id from platform.runs where engagement_id = $1
       union all select id from platform.deliverables where engagement_id = $1
       union all select id from engine.runs where engagement_id = $1
       union all select id from platform.works where strpos(id, $2) > 0 and service = 'engine'`,
      [id, runId],
    );
    expect(left).toEqual([]);
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'engagement.delete' });
    expect(await tenant.owner.delete(`/api/engagements/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'Not found', code: 'not_found' },
    });
  });
});

describe('permissions', () => {
  const anyBody = { name: 'New' };

  test('every endpoint requires credentials', async () => {
    const nobody = createClient(platform.baseUrl);
    for (const answer of [
      await nobody.get('/api/engagements'),
      await nobody.post('/api/engagements', valid),
      await nobody.get('/api/engagements/x'),
      await nobody.patch('/api/engagements/x', anyBody),
      await nobody.delete('/api/engagements/x'),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { error: 'Authentication required' } });
    }
  });

  // ACS-5
  test('a viewer and a read-only key can read but change nothing', async () => {
    const reader = await createKeyedTenant(platform);
    const id = await insertEngagement(platform.database, reader.tenantId);
    const readOnly = await reader.createKey({ scope: 'read_only' });
    await platform.asSuperuser(`update platform.users set role = 'viewer' where id = $1`, [
      reader.userId,
    ]);
    for (const [client, error] of [
      [reader.owner, 'Write access required'],
      [readOnly, 'Read-only API key'],
    ] as const) {
      expect((await client.get(`/api/engagements/${id}`)).status).toBe(200);
      const refused = { status: 403, body: { error } };
      expect(await client.post('/api/engagements', valid)).toMatchObject(refused);
      expect(await client.patch(`/api/engagements/${id}`, anyBody)).toMatchObject(refused);
      expect(await client.delete(`/api/engagements/${id}`)).toMatchObject(refused);
    }
  });

  // ACS-10
  test('a key of one engagement sees only that engagement', async () => {
    const [own, other] = [await create(), await create()];
    const key = await tenant.createKey({ engagementId: own.id });
    expect((await key.get<Engagement[]>('/api/engagements')).body.map(({ id }) => id)).toEqual([
      own.id,
    ]);
    expect((await key.get(`/api/engagements/${own.id}`)).status).toBe(200);
    expect((await key.patch(`/api/engagements/${own.id}`, anyBody)).status).toBe(200);
    const refused = { status: 403, body: { error: 'API key is restricted to another engagement' } };
    expect(await key.get(`/api/engagements/${other.id}`)).toMatchObject(refused);
    expect(await key.get('/api/engagements/unknown')).toMatchObject(refused);
    expect(await key.post('/api/engagements', valid)).toMatchObject(refused);
  });

  // ENG-23
  test('another tenant’s engagement answers exactly like one that never existed', async () => {
    const { id } = await create();
    for (const act of [
      (path: string) => stranger.owner.get(path),
      (path: string) => stranger.owner.patch(path, anyBody),
      (path: string) => stranger.owner.patch(path, { name: '' }),
      (path: string) => stranger.owner.delete(path),
    ]) {
      const [foreign, random] = [
        await act(`/api/engagements/${id}`),
        await act('/api/engagements/tz4a98xxat96iws9'),
      ];
      expect(foreign.status).toBe(404);
      expect(comparable(foreign)).toEqual(comparable(random));
    }
    expect((await stranger.owner.get<Engagement[]>('/api/engagements')).body).toEqual([]);
    expect((await tenant.owner.get<Engagement>(`/api/engagements/${id}`)).body.name).toBe(
      valid.name,
    );
  });

  test('with the tenant filter removed, row-level security still hides the row', async () => {
    const { id } = await create();
    const statement = { text: 'select id from platform.engagements where id = $1', values: [id] };
    const seen = await platform.database.withTenant(stranger.tenantId, (tx) => tx.query(statement));
    expect(seen.rows).toEqual([]);
    expect(await platform.asSuperuser(statement.text, statement.values)).toEqual([{ id }]);
  });
});
