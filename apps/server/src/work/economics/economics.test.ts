import type { Role } from '@ecp/contract/identity/auth';
import type { EngagementOverview } from '@ecp/contract/reach/overview';
import type { Economics, FirmEconomics } from '@ecp/contract/work/economics';
import type { Plan } from '@ecp/contract/work/plans';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertGrid } from '../../../testing/grids/insert-grid.ts';
import { insertAttachment, insertMember, insertSession } from '../../../testing/insert-records.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { createToken } from '../../kernel/keys/tokens.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const pathOf = (engagementId: string) => `/api/engagements/${engagementId}/economics`;

/** A person of the tenant with a session. */
async function enter(role: Role) {
  const userId = await insertMember(platform, tenant.tenantId, { role, marker: 'Kim' });
  const token = createToken();
  await insertSession(platform, tenant.tenantId, { userId, token });
  const client = createClient(platform.baseUrl);
  client.cookies.set('ecp_session', token);
  return { userId, name: `${role} Kim`, client };
}

/** An engagement whose only run has cost this much. */
async function charge(
  costNanoUsd: number,
  fields: { client?: string; name?: string; createdAt?: Date } = {},
) {
  const id = await insertEngagement(platform.database, tenant.tenantId, {
    status: 'completed',
    ...fields,
  });
  const run = { costNanoUsd, ...(fields.createdAt && { startedAt: fields.createdAt }) };
  return {
    id,
    runId: await insertRun(platform.database, tenant.tenantId, id, run),
    path: pathOf(id),
  };
}

const empty = { fee: null, currency: 'EUR', hours: [], costs: [], revision: 0 };
const readLines = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n');
const download = async (path: string) => {
  const answer = await fetch(`${platform.baseUrl}${path}`, { headers: { cookie: tenant.cookie } });
  return {
    status: answer.status,
    headers: answer.headers,
    text: Buffer.from(await answer.arrayBuffer()).toString('utf8'),
  };
};

describe('an admin enters fee, hours and costs', () => {
  // ECO-1, ECO-3, ECO-7, ECO-8, ECO-9
  test('and gets them back with sums and a margin that is exact', async () => {
    const { path } = await charge(3_456_789_000);
    const first = (await tenant.get<Economics>(path)).body;
    expect(first).toEqual({
      fee: null,
      feeDate: null,
      currency: null,
      usdRate: null,
      hours: [],
      costs: [],
      revision: 0,
      changedAt: null,
      changedBy: null,
      aiCost: 3.456789,
      sums: null,
      margin: null,
      marginShare: null,
      marginMissing: 'no_fee',
      forecast: null,
      suggestedHours: [],
    });
    const entered = {
      fee: 48_000,
      feeDate: '2026-03-31',
      currency: 'EUR',
      usdRate: null,
      revision: 0,
      hours: [
        { userId: tenant.userId, date: '2026-03-02', hours: 7.5, rate: 140, note: ' Interviews ' },
        { userId: tenant.userId, date: '2026-03-02', hours: 0.25, rate: 33.3 },
      ],
      costs: [{ date: '2026-03-03', amount: 312.4, note: 'Train' }],
    };
    const { status, body } = await tenant.put<Economics>(path, entered);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      fee: 48_000,
      feeDate: '2026-03-31',
      currency: 'EUR',
      revision: 1,
      margin: null,
      marginMissing: 'no_usd_rate',
      costs: [{ date: '2026-03-03', amount: 312.4, note: 'Train' }],
      sums: { hours: 7.75, hoursCost: 1_058.33, otherCosts: 312.4, aiCost: null },
      changedBy: { kind: 'user', id: tenant.userId },
    });
    expect(body.hours).toMatchObject([
      {
        userId: tenant.userId,
        member: true,
        hours: 7.5,
        rate: 140,
        amount: 1_050,
        note: 'Interviews',
      },
      { hours: 0.25, rate: 33.3, amount: 8.33, note: '' },
    ]);
    // The answer of a read is a valid body of a write.
    const rated = await tenant.put<Economics>(path, { ...body, usdRate: 0.92 });
    // 48,000 - 1,058.33 - 312.40 - 3.456789 × 0.92 = 46,626.08975412
    expect(rated.body).toMatchObject({
      revision: 2,
      margin: 46_626.09,
      marginShare: 0.9713,
      marginMissing: null,
    });
    expect(rated.body.sums?.aiCost).toBe(3.18);
    expect((await tenant.get<Economics>(path)).body).toEqual(rated.body);
  });

  // ECO-9
  test('and a fee of zero, or one below the costs, gives a negative margin', async () => {
    const { path } = await charge(250_000_000);
    const hours = [{ userId: tenant.userId, date: '2026-03-02', hours: 0.5, rate: 100 }];
    const free = await tenant.put<Economics>(path, { ...empty, fee: 0, currency: 'USD', hours });
    expect(free.body).toMatchObject({
      fee: 0,
      margin: -50.25,
      marginShare: null,
      marginMissing: null,
    });
    const small = await tenant.put<Economics>(path, { ...free.body, fee: 40 });
    expect(small.body).toMatchObject({ margin: -10.25, marginShare: -0.2562 });
    const none = await tenant.put<Economics>(path, { ...small.body, fee: null });
    expect(none.body).toMatchObject({
      margin: null,
      marginMissing: 'no_fee',
      sums: { hoursCost: 50 },
    });
  });

  // ECO-4
  test('and what cannot be is refused whole', async () => {
    const { path } = await charge(0);
    const storedEconomics = (await tenant.put<Economics>(path, { ...empty, fee: 10.5 })).body;
    const line = { userId: tenant.userId, date: '2026-03-02', hours: 1, rate: 10 };
    const refused: [object, string][] = [
      [{ fee: 10.555 }, '/fee'],
      [{ fee: -1 }, '/fee'],
      [{ fee: '10' }, '/fee'],
      [{ currency: 'EURO' }, '/currency'],
      [{ currency: 'JPY', fee: 10.5 }, '/fee'],
      [{ currency: 'USD', usdRate: 1 }, '/usdRate'],
      [{ usdRate: 0 }, '/usdRate'],
      [{ usdRate: 0.1234567 }, '/usdRate'],
      [{ hours: [line, { ...line, rate: 10.001 }] }, '/hours/1/rate'],
      [{ hours: [{ ...line, hours: 0 }] }, '/hours/0/hours'],
      [{ hours: [{ ...line, hours: 0.125 }] }, '/hours/0/hours'],
      [{ hours: [{ ...line, date: '2026-02-30' }] }, '/hours/0/date'],
      [{ costs: [{ date: '2026-03-02', amount: -5 }] }, '/costs/0/amount'],
      [{ costs: [{ date: '2026-03-02', amount: 1, note: 'n'.repeat(301) }] }, '/costs/0/note'],
      [{ hours: Array.from({ length: 2_001 }, () => line) }, '/hours'],
    ];
    for (const [change, at] of refused) {
      const { status, body } = await tenant.put(path, { ...empty, revision: 1, ...change });
      expect([status, body['code'], at]).toEqual([400, 'invalid_request', at]);
      expect(body['details']).toContainEqual({ path: at, message: expect.any(String) });
    }
    const { revision: _, ...unnumbered } = empty;
    expect((await tenant.put(path, unnumbered)).status).toBe(400);
    expect((await tenant.get(path)).body).toEqual(storedEconomics);
  });

  // ECO-2
  test('and of two at once one is told that the other was faster', async () => {
    const { path } = await charge(0);
    const admin = await enter('admin');
    const put = (by: Pick<TestTenant, 'put'>, fee: number, revision = 0) =>
      by.put<Economics>(path, { ...empty, fee, revision });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((fee) => put(fee % 2 ? tenant : admin.client, fee)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const acceptedAnswer = answers.find(({ status }) => status === 200);
    expect((await tenant.get<Economics>(path)).body).toMatchObject({
      fee: acceptedAnswer?.body.fee,
      revision: 1,
    });
    expect(await put(admin.client, 9, 0)).toMatchObject({
      status: 409,
      body: { code: 'economics_changed' },
    });
    expect((await put(admin.client, 9, 1)).body).toMatchObject({ fee: 9, revision: 2 });
  });

  // ECO-5, ECO-6
  test('and the hours of a person who leaves stay, while strangers have none', async () => {
    const { path } = await charge(0);
    const member = await enter('member');
    const hours = [{ userId: member.userId, date: '2026-03-02', hours: 2, rate: 80 }];
    const { body } = await tenant.put<Economics>(path, { ...empty, fee: 100, hours });
    expect(body.hours).toMatchObject([{ person: member.name, member: true }]);
    expect((await tenant.delete(`/api/team/${member.userId}`)).status).toBe(200);
    const afterLeaving = (await tenant.get<Economics>(path)).body;
    expect(afterLeaving.hours).toMatchObject([{ person: member.name, member: false, amount: 160 }]);
    // A person with hours in this engagement may get further hours.
    const more = [...afterLeaving.hours, { ...hours[0], date: '2026-03-03' }];
    expect(
      (await tenant.put<Economics>(path, { ...afterLeaving, hours: more })).body.hours,
    ).toMatchObject([{ person: member.name }, { person: member.name, date: '2026-03-03' }]);
    const otherTenant = await createTestTenant(platform);
    for (const userId of [otherTenant.userId, createId()]) {
      const stranger = await tenant.put(path, {
        ...empty,
        revision: 2,
        hours: [{ ...hours[0], userId }],
      });
      expect(stranger).toMatchObject({
        status: 400,
        body: { code: 'unknown_person', values: { line: 1 } },
      });
    }
    expect((await tenant.get<Economics>(path)).body.revision).toBe(2);
  });

  // ECO-18
  test('and the audit log has what changed, without the words of notes', async () => {
    const { id, path } = await charge(0);
    const hours = [
      { userId: tenant.userId, date: '2026-03-02', hours: 2, rate: 80, note: 'Secret words' },
    ];
    const { body } = await tenant.put<Economics>(path, { ...empty, fee: 100, hours });
    const moved = [{ ...hours[0], hours: 3 }];
    await tenant.put(path, {
      ...body,
      hours: moved,
      costs: [{ date: '2026-03-02', amount: 5, note: 'Secret words' }],
    });
    await download(`${path}/export`);
    await fetch(`${platform.baseUrl}${path}/export`, {
      method: 'HEAD',
      headers: { cookie: tenant.cookie },
    });
    const log = await tenant.get<{ entries: { action: string; metadata: object }[] }>(
      '/api/audit-log',
    );
    const entries = log.body.entries.filter(({ action }) => action.startsWith('economics.'));
    expect(entries).toMatchObject([
      {
        action: 'economics.export',
        resourceType: 'engagement',
        resourceId: id,
        metadata: { content: 'entries', lines: 2 },
      },
      {
        action: 'economics.set',
        metadata: {
          before: {
            fee: 100,
            hours: { lines: 1, hours: 2, amount: 160 },
            costs: { lines: 0, amount: 0 },
          },
          after: {
            fee: 100,
            currency: 'EUR',
            hours: { lines: 1, hours: 3, amount: 240 },
            costs: { lines: 1, amount: 5 },
          },
          hoursRemoved: [{ userId: tenant.userId, date: '2026-03-02', hours: 2, rate: 80 }],
          hoursAdded: [{ userId: tenant.userId, date: '2026-03-02', hours: 3, rate: 80 }],
        },
      },
      { action: 'economics.set', metadata: { before: null, after: { fee: 100 } } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Secret words');
  });
});

/** Expects a range of costs on top of what is already spent. */
const addTo = (spent: number, { low, expected, high }: Plan['cost']) => {
  const sum = (cost: number): unknown => expect.closeTo(spent + cost, 8);
  return { low: sum(low), expected: sum(expected), high: sum(high) };
};

// ECO-7, ECO-10
describe('a forecast', () => {
  test('prices what has not run by the plan, and the AI cost is that of the run', async () => {
    const { id } = await tenant.createEngagement();
    const path = pathOf(id);
    expect((await tenant.get<Economics>(path)).body.forecast).toBeNull();
    const { body: plan } = await tenant.post<Plan>(`/api/engagements/${id}/plan`);
    await tenant.post(`/api/engagements/${id}/plan/accept`);
    await tenant.put(path, { ...empty, fee: 1_000, usdRate: 0.5 });
    const planned = (await tenant.get<Economics>(path)).body;
    expect(planned.aiCost).toBe(plan.planningCost);
    const { low, expected, high } = plan.cost;
    const marginAfter = (price: number) =>
      Math.round((1_000 - (plan.planningCost + price) * 0.5) * 100) / 100;
    expect(planned.forecast).toEqual({
      tasks: 2,
      unpricedTasks: 0,
      plannedAt: plan.createdAt,
      price: plan.cost,
      aiCost: addTo(plan.planningCost, plan.cost),
      margin: {
        low: marginAfter(high),
        expected: marginAfter(expected),
        high: marginAfter(low),
      },
    });

    const { body: started } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
    const run = await platform.engine.waitForRun(started.runId);
    run.complete({ costUsd: 1.25 });
    const ended = await tenant.waitForEnd(id);
    const { body: after } = await tenant.get<Economics>(path);
    const { body: overview } = await tenant.get<EngagementOverview>(
      `/api/engagements/${id}/overview`,
    );
    expect(after.aiCost).toBe(overview.money.spent);
    const cost = ended.runs.reduce((sum, run) => sum + run.estimatedCost, 0);
    expect(after.aiCost).toBeCloseTo(cost + plan.planningCost, 9);
    expect(after.margin).toBe(Math.round((1_000 - after.aiCost * 0.5) * 100) / 100);
  });

  test('leaves out tasks with a document, and counts those that the plan does not know', async () => {
    const { id } = await tenant.createEngagement();
    const path = pathOf(id);
    const { body: plan } = await tenant.post<Plan>(`/api/engagements/${id}/plan`);
    const left = plan.tasks[1]?.cost ?? plan.cost;
    await tenant.post(`/api/engagements/${id}/plan/accept`);
    const runId = await insertRun(platform.database, tenant.tenantId, id, {
      costNanoUsd: 700_000_000,
    });
    await insertDeliverable(platform.database, tenant.tenantId, id, { runId, taskId: 'task-1' });
    const half = (await tenant.get<Economics>(path)).body;
    expect(half).toMatchObject({
      aiCost: 0.71,
      forecast: {
        tasks: 1,
        unpricedTasks: 0,
        margin: null,
        price: left,
        aiCost: addTo(0.71, left),
      },
    });
    const { tasks } = await tenant.getEngagement(id);
    const added = { tasks: [...tasks, { id: 'task-9', name: 'Later thought' }] };
    expect((await tenant.patch(`/api/engagements/${id}`, added)).status).toBe(200);
    expect((await tenant.get<Economics>(path)).body.forecast).toMatchObject({
      tasks: 2,
      unpricedTasks: 1,
    });
    for (const taskId of ['task-2', 'task-9']) {
      await insertDeliverable(platform.database, tenant.tenantId, id, {
        runId,
        taskId,
        filename: `${taskId}.md`,
      });
    }
    const done = (await tenant.get<Economics>(path)).body;
    expect(done.forecast).toMatchObject({ tasks: 0, price: { low: 0, expected: 0, high: 0 } });
    expect(done.forecast?.aiCost).toEqual({
      low: done.aiCost,
      expected: done.aiCost,
      high: done.aiCost,
    });
  });
});

describe('hours are suggested', () => {
  // ECO-11, ECO-12
  test('from reviews, edits, comments and edited cells, until hours of that day are entered', async () => {
    const { tenantId } = tenant;
    const { id, runId, path } = await charge(0);
    const content = '# Entry\n\nWe advise to enter.\n\n## Risks\n\nFew.\n';
    await insertDeliverable(platform.database, tenantId, id, {
      runId,
      filename: 'entry.md',
      content,
    });
    const document = `/api/engagements/${id}/deliverables/entry.md`;
    const member = await enter('member');
    const edited = await member.client.put(document, {
      content: content.replace('Few', 'Many'),
      baseVersion: 1,
    });
    expect(edited.status).toBe(201);
    expect(
      (await member.client.post(`${document}/review`, { action: 'reject', notes: 'No.' })).status,
    ).toBe(200);
    expect((await member.client.post(`${document}/review`, { action: 'approve' })).status).toBe(
      200,
    );
    const comment = await member.client.post<{ id: string }>(`${document}/comments`, {
      body: 'Who says so?',
    });
    await member.client.post(`/api/engagements/${id}/comments/${comment.body.id}/replies`, {
      body: 'The ministry.',
    });
    const attachmentId = await insertAttachment(platform, {
      tenantId,
      engagementId: id,
      marker: 'lease',
    });
    const grid = await insertGrid(platform, {
      tenantId,
      engagementId: id,
      attachmentId,
      marker: 'lease',
    });
    const cell = { attachmentId, column: 'column', value: '950' };
    expect(
      (await member.client.patch(`/api/engagements/${id}/grids/${grid}/cells`, cell)).status,
    ).toBe(200);
    // Reading leaves no trace.
    await tenant.get(document);
    const { body } = await tenant.get<Economics>(path);
    expect(body.suggestedHours).toEqual([
      {
        userId: member.userId,
        person: member.name,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        rate: null,
        // 2 × 20 + 30 + 2 × 5 + 2 = 82 minutes
        hours: 1.5,
        because: { reviews: 2, edits: 1, comments: 2, answers: 0, gridEdits: 1 },
      },
    ]);
    const [suggested] = body.suggestedHours;
    const line = {
      userId: member.userId,
      date: suggested?.date,
      hours: suggested?.hours,
      rate: 95,
    };
    const accepted = await tenant.put<Economics>(path, { ...empty, fee: 1_000, hours: [line] });
    expect(accepted.body).toMatchObject({
      suggestedHours: [],
      sums: { hoursCost: 142.5 },
      margin: 857.5,
    });
    // The rate is remembered for the currency, also in another engagement.
    const other = await charge(0);
    const inOther = await insertDeliverable(platform.database, tenantId, other.id, {
      runId: other.runId,
    });
    await platform.asSuperuser(
      `insert into platform.reviews (id, tenant_id, deliverable_id, action, author_kind, author_id, author_name, created_at)
        values ($1, $2, $3, 'approve', 'user', $4, 'Kim', '2026-03-02T23:59:00Z')`,
      [createId(), tenantId, inOther, member.userId],
    );
    const rateIn = async (currency: string, revision: number) =>
      (await tenant.put<Economics>(other.path, { ...empty, currency, revision })).body
        .suggestedHours;
    expect(await rateIn('EUR', 0)).toMatchObject([{ date: '2026-03-02', hours: 0.5, rate: 95 }]);
    expect(await rateIn('CHF', 1)).toMatchObject([{ rate: null }]);
  });

  // ECO-5, ECO-11
  test('also for answers, and for a person who has left', async () => {
    const { id, runId, path } = await charge(0);
    const member = await enter('member');
    await platform.asSuperuser(
      `insert into platform.questions (tenant_id, engagement_id, id, run_id, agent_slug, question, assumption, impact, status,
          answer, answerer_kind, answerer_id, answerer_name, answered_at, created_at)
        values ($1, $2, 'q', $3, 'strategist', 'Where?', 'There', 'All', 'assumed', null, null, null, null, null, now())`,
      [tenant.tenantId, id, runId],
    );
    const answered = await member.client.post(`/api/engagements/${id}/questions/q/answer`, {
      answer: 'In Oslo.',
    });
    expect(answered.status).toBe(200);
    expect((await tenant.delete(`/api/team/${member.userId}`)).status).toBe(200);
    const [suggested] = (await tenant.get<Economics>(path)).body.suggestedHours;
    expect(suggested).toMatchObject({
      person: member.name,
      hours: 0.25,
      because: { answers: 1, reviews: 0 },
    });
    const line = { userId: suggested?.userId, date: suggested?.date, hours: 0.25, rate: 0 };
    const { body } = await tenant.put<Economics>(path, { ...empty, hours: [line] });
    expect(body).toMatchObject({
      suggestedHours: [],
      hours: [{ person: member.name, member: false }],
    });
  });
});

describe("the firm's economics", () => {
  const january = new Date('2026-01-15T12:00:00Z');
  const february = new Date('2026-02-15T12:00:00Z');

  /**
   * Two engagements in EUR of one client, one in USD without a fee, and one of which nothing is
   * entered.
   */
  async function fillFirm() {
    const first = await charge(2_000_000_000, {
      client: 'Acme',
      name: 'Entry',
      createdAt: january,
    });
    await insertRun(platform.database, tenant.tenantId, first.id, {
      startedAt: february,
      costNanoUsd: 1_000_000_000,
    });
    const second = await charge(0, { client: 'Acme', name: 'Pricing', createdAt: february });
    const third = await charge(500_000_000, {
      client: 'Borealis',
      name: 'Merger',
      createdAt: february,
    });
    const fourth = await charge(1_500_000_000, {
      client: '=Cmd',
      name: 'Idle',
      createdAt: january,
    });
    const hours = (date: string, spent: number) => ({
      userId: tenant.userId,
      date,
      hours: spent,
      rate: 100,
    });
    await tenant.put(first.path, {
      ...empty,
      fee: 10_000,
      feeDate: '2026-02-28',
      usdRate: 0.9,
      hours: [hours('2026-01-20', 10), hours('2026-02-20', 2.5)],
      costs: [{ date: '2026-02-01', amount: 49.99 }],
    });
    await tenant.put(second.path, { ...empty, fee: 500 });
    await tenant.put(third.path, { ...empty, currency: 'USD', hours: [hours('2026-02-20', 1)] });
    return { first, second, third, fourth };
  }

  // ECO-13, ECO-14, ECO-15
  test('are added up by client, month and person, each currency by itself', async () => {
    const { first, fourth } = await fillFirm();
    const { body } = await tenant.get<FirmEconomics>('/api/economics');
    const acme = {
      currency: 'EUR',
      engagements: 2,
      revenue: 10_500,
      hours: 12.5,
      hoursCost: 1_250,
      otherCosts: 49.99,
      // 10,500 - 1,250 - 49.99 - 3 × 0.9
      aiCostUsd: 3,
      aiCost: 2.7,
      margin: 9_197.31,
      withoutFee: 0,
      withoutRate: 0,
    };
    const borealis = {
      currency: 'USD',
      engagements: 1,
      revenue: 0,
      hours: 1,
      hoursCost: 100,
      otherCosts: 0,
      aiCostUsd: 0.5,
      aiCost: 0.5,
      margin: -100.5,
      withoutFee: 1,
      withoutRate: 0,
    };
    const idle = {
      currency: null,
      engagements: 1,
      revenue: 0,
      hours: 0,
      hoursCost: 0,
      otherCosts: 0,
      aiCostUsd: 1.5,
      aiCost: null,
      margin: null,
      withoutFee: 1,
      withoutRate: 1,
    };
    expect(body.clients).toEqual([
      { client: '=Cmd', ...idle },
      { client: 'Acme', ...acme },
      { client: 'Borealis', ...borealis },
    ]);
    expect(body.totals).toHaveLength(3);
    expect(body.totals).toEqual(expect.arrayContaining([acme, borealis, idle]));
    expect(body.engagements.map(({ name, revenue }) => [name, revenue])).toEqual([
      ['Idle', 0],
      ['Entry', 10_000],
      ['Pricing', 500],
      ['Merger', 0],
    ]);
    expect(body.engagements[0]?.id).toBe(fourth.id);
    // An engagement here is what its own page says.
    const own = (await tenant.get<Economics>(first.path)).body;
    expect(body.engagements[1]).toMatchObject({
      id: first.id,
      margin: own.margin,
      aiCostUsd: own.aiCost,
    });
    expect(
      body.months.map(({ month, currency, revenue, hours, aiCostUsd }) => [
        month,
        currency,
        revenue,
        hours,
        aiCostUsd,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['2026-02', 'EUR', 10_500, 2.5, 1],
        ['2026-02', 'USD', 0, 1, 0.5],
        ['2026-01', 'EUR', 0, 10, 2],
        ['2026-01', null, 0, 0, 1.5],
      ]),
    );
    expect(body.persons).toMatchObject([
      { userId: tenant.userId, currency: 'EUR', engagements: 1, hours: 12.5, hoursCost: 1_250 },
      { userId: tenant.userId, currency: 'USD', engagements: 1, hours: 1, hoursCost: 100 },
    ]);
    const range = (await tenant.get<FirmEconomics>('/api/economics?from=2026-01&to=2026-01')).body;
    expect(range.clients).toMatchObject([
      { client: '=Cmd', aiCostUsd: 1.5 },
      { client: 'Acme', engagements: 1, revenue: 0, hoursCost: 1_000, margin: -1_001.8 },
    ]);
    expect(range.persons).toMatchObject([{ hours: 10 }]);
    expect((await tenant.get('/api/economics?from=2026-13')).status).toBe(400);
    const other = await createTestTenant(platform);
    expect((await other.get('/api/economics')).body).toMatchObject({
      totals: [],
      clients: [],
      persons: [],
    });
  });

  // ECO-13
  test('leave out what stands behind a wall, for an admin outside', async () => {
    const { first } = await fillFirm();
    const admin = await enter('admin');
    const memberIds = [tenant.userId];
    const wall = await tenant.post('/api/walls', {
      name: 'Entry',
      engagementIds: [first.id],
      memberIds,
    });
    expect(wall.status).toBe(201);
    const seen = async (by: Pick<TestTenant, 'get'>) =>
      (await by.get<FirmEconomics>('/api/economics')).body.engagements.map(({ name }) => name);
    expect(await seen(tenant)).toContain('Entry');
    expect(await seen(admin.client)).not.toContain('Entry');
    const { clients, persons } = (await admin.client.get<FirmEconomics>('/api/economics')).body;
    expect(clients).toContainEqual(
      expect.objectContaining({ client: 'Acme', revenue: 500, hours: 0 }),
    );
    expect(persons).toMatchObject([{ currency: 'USD', hours: 1 }]);
    expect((await admin.client.get(first.path)).status).toBe(404);
    expect((await admin.client.put(first.path, { ...empty, revision: 1 })).status).toBe(404);
  });

  // ECO-14
  test('put the cost of grids in their months, and what has no date in that of the creation', async () => {
    const { id, path } = await charge(0, { createdAt: january });
    const { tenantId } = tenant;
    const attachmentId = await insertAttachment(platform, {
      tenantId,
      engagementId: id,
      marker: 'lease',
    });
    const grid = await insertGrid(platform, {
      tenantId,
      engagementId: id,
      attachmentId,
      marker: 'lease',
    });
    await platform.asSuperuser(
      'update platform.grid_asks set cost_nano_usd = 400000000, created_at = $2 where grid_id = $1',
      [grid, february],
    );
    await platform.asSuperuser(
      'update platform.engagements set judging_nano_usd = 1000000000 where id = $1',
      [id],
    );
    const { months, totals } = (await tenant.get<FirmEconomics>('/api/economics')).body;
    expect(months.map(({ month, aiCostUsd }) => [month, aiCostUsd])).toEqual([
      ['2026-02', 0.4],
      ['2026-01', 0.6],
    ]);
    expect(totals).toMatchObject([{ aiCostUsd: (await tenant.get<Economics>(path)).body.aiCost }]);
    await platform.asSuperuser('update platform.engagements set sample = true where id = $1', [id]);
    expect((await tenant.get<FirmEconomics>('/api/economics')).body.totals).toEqual([]);
  });

  // ECO-16, ECO-17
  test('are downloaded as CSV', async () => {
    const { fourth } = await fillFirm();
    const clients = await download('/api/economics/export?content=clients&format=csv');
    expect([clients.status, clients.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ]);
    expect(clients.headers.get('content-disposition')).toContain('economics-clients.csv');
    expect(readLines(clients.text)).toEqual([
      'client,currency,engagements,revenue,hours,hours_cost,other_costs,ai_cost_usd,ai_cost,margin,without_fee,without_rate',
      "'=Cmd,,1,,0.00,,,1.500000000,,,1,1",
      'Acme,EUR,2,10500.00,12.50,1250.00,49.99,3.000000000,2.70,9197.31,0,0',
      'Borealis,USD,1,0.00,1.00,100.00,0.00,0.500000000,0.50,-100.50,1,0',
    ]);
    const engagements = readLines((await download('/api/economics/export')).text);
    expect(engagements[1]).toBe(`'=Cmd,Idle,${fourth.id},,1,,0.00,,,1.500000000,,,1,1`);
    const months = readLines(
      (await download('/api/economics/export?content=months&from=2026-02')).text,
    );
    expect(months).toHaveLength(3);
    const persons = readLines((await download('/api/economics/export?content=persons')).text);
    expect(persons).toContainEqual(
      expect.stringMatching(new RegExp(`${tenant.userId},EUR,1,12\\.50,1250\\.00$`)),
    );
  });
});

// ECO-16, ECO-17
test('hours and costs, and the lines of an invoice, are downloaded as CSV', async () => {
  const { id, path } = await charge(0, { client: 'Acme, Ltd.', name: 'Entry' });
  await tenant.put(path, {
    ...empty,
    fee: 48_000.5,
    feeDate: '2026-03-31',
    hours: [
      {
        userId: tenant.userId,
        date: '2026-03-02',
        hours: 7.5,
        rate: 140,
        note: '=HYPERLINK("http://x")',
      },
      { userId: tenant.userId, date: '2026-03-04', hours: 0.25, rate: 33.3 },
    ],
    costs: [{ date: '2026-03-03', amount: 312.4, note: 'Train, "first"\nclass' }],
  });
  const { body } = await tenant.get<Economics>(path);
  const person = body.hours[0]?.person;
  const about = `EUR,"Acme, Ltd.",Entry,${id}`;
  const head =
    'date,type,description,person,quantity,unit_price,amount,currency,client,engagement,engagement_id';
  const lines = [
    `2026-03-02,hours,"'=HYPERLINK(""http://x"")",${person},7.50,140.00,1050.00,${about}`,
    `2026-03-04,hours,Entry,${person},0.25,33.30,8.33,${about}`,
    `2026-03-03,cost,"Train, ""first""\nclass",,1,312.40,312.40,${about}`,
  ];
  const entries = await download(`${path}/export?format=csv`);
  expect(entries.headers.get('content-disposition')).toContain('market-entry-hours-and-costs.csv');
  expect(readLines(entries.text)).toEqual([head, ...lines]);
  expect(readLines((await download(`${path}/export?content=invoice_time`)).text)).toEqual([
    head,
    ...lines,
  ]);
  // The fee alone, so that nothing is charged twice.
  expect(readLines((await download(`${path}/export?content=invoice_fee`)).text)).toEqual([
    head,
    `2026-03-31,fee,Entry,,1,48000.50,48000.50,${about}`,
  ]);
  const yen = await charge(0);
  await tenant.put(yen.path, { ...empty, currency: 'JPY', fee: 5_000_000 });
  const [, line] = readLines((await download(`${yen.path}/export?content=invoice_fee`)).text);
  expect(line).toContain(',1,5000000,5000000,JPY,');
  expect((await download(`${path}/export?format=pdf`)).status).toBe(400);
});

// ECO-19
test('nobody below an admin, no client and no key of the engagement sees it, and neither does what leaves', async () => {
  const { id, runId, path } = await charge(0);
  await insertDeliverable(platform.database, tenant.tenantId, id, { runId, filename: 'entry.md' });
  await platform.asSuperuser(
    `update platform.deliverables set approval_status = 'approved' where engagement_id = $1`,
    [id],
  );
  const word = 'Zanzibar';
  const costs = [{ date: '2026-03-02', amount: 77_123, note: word }];
  expect((await tenant.put(path, { ...empty, fee: 987_654, costs })).status).toBe(200);
  for (const role of ['member', 'viewer'] as const) {
    const { client } = await enter(role);
    for (const refused of [path, `${path}/export`, '/api/economics', '/api/economics/export']) {
      expect(await client.get(refused)).toMatchObject({
        status: 403,
        body: { code: 'admin_access_required' },
      });
    }
    expect((await client.put(path, { ...empty, revision: 1 })).status).toBe(403);
  }
  const key = await tenant.post<{ key: string }>('/api/api-keys', {
    name: 'Key',
    engagementId: id,
  });
  const program = createClient(platform.baseUrl, key.body.key);
  expect(await program.get(path)).toMatchObject({ status: 403, body: { code: 'key_restricted' } });
  const permissions = ['read', 'comment', 'approve', 'answer', 'download', 'sources', 'files'];
  const link = await tenant.post<{ token: string }>(`/api/engagements/${id}/portal-tokens`, {
    permissions,
  });
  const client = createClient(platform.baseUrl, link.body.token);
  expect((await client.get(path)).status).toBe(401);
  const shown = [
    await client.get('/api/portal'),
    ...(await Promise.all(
      ['', '/overview', '/export/ai-use', '/deliverables', '/plan'].map((rest) =>
        tenant.get(`/api/engagements/${id}${rest}`),
      ),
    )),
  ];
  for (const { body } of shown)
    expect(JSON.stringify(body)).not.toMatch(/Zanzibar|987.?654|77.?123/);
});

// ECO-20
test('it is in the export of the account, and goes with the engagement', async () => {
  const { id, path } = await charge(0);
  const hours = [
    { userId: tenant.userId, date: '2026-03-02', hours: 7.5, rate: 140, note: 'Interviews' },
  ];
  await tenant.put(path, {
    ...empty,
    fee: 48_000,
    usdRate: 0.92,
    hours,
    costs: [{ date: '2026-03-03', amount: 1 }],
  });
  const { body } = await tenant.get<{ economics: object[] }>('/api/account/export');
  expect(body.economics).toMatchObject([
    {
      engagementId: id,
      fee: 48_000,
      currency: 'EUR',
      usdRate: 0.92,
      revision: 1,
      hours: [{ userId: tenant.userId, hours: 7.5, rate: 140, amount: 1_050, note: 'Interviews' }],
      costs: [{ date: '2026-03-03', amount: 1, note: '' }],
    },
  ]);
  expect((await tenant.delete(`/api/engagements/${id}`)).status).toBe(200);
  for (const table of ['economics', 'economics_hours', 'economics_costs']) {
    expect(
      await platform.asSuperuser(`select from platform.${table} where engagement_id = $1`, [id]),
    ).toEqual([]);
  }
});
