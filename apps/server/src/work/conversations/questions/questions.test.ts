import type { Notice } from '@ecp/contract/reach/notices';
import type { StaleWork } from '@ecp/contract/work/plans';
import type { InboxQuestion, Question } from '@ecp/contract/work/questions';
import type { RunStarted } from '@ecp/contract/work/runs';
import { type ClientAnswer, createClient } from '@ecp/testing/cookie-client';
import { insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertMember } from '../../../../testing/insert-records.ts';
import { asked, startAskingRun } from '../../../../testing/questions/asking-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const start = () => startAskingRun(platform.engine, tenant);
const eventsOf = (questionId: string) =>
  platform.asSuperuser<{ event: string; data: object }>(
    `select event, data from platform.outbox_events where data->>'questionId' = $1 order by created_at`,
    [questionId],
  );

describe('a question', () => {
  // ASK-1, ASK-2, NOT-2
  test('is stored once with its event and notice, open while its task waits and assumed otherwise', async () => {
    const { engagementId, runId, ask, list } = await start();
    const waiting = await ask({ waits: true });
    const assumed = await ask();
    await ask({ id: waiting });
    await ask();
    const questions = await list();
    expect(questions.map(({ id }) => id).slice(1)).toEqual([assumed, waiting]);
    expect(questions[2]).toEqual({
      id: waiting,
      ...asked,
      runId,
      status: 'open',
      dueAt: expect.any(String),
      answer: null,
      answeredBy: null,
      answerAuthor: null,
      answeredAt: null,
      documents: [],
      createdAt: expect.any(String),
    });
    expect(questions[1]).toMatchObject({ status: 'assumed', dueAt: null });
    const data = { engagementId, runId, questionId: waiting, taskId: 'a' };
    expect(await eventsOf(waiting)).toEqual([{ event: 'question.asked', data }]);
    const { body } = await tenant.get<{ notices: Notice[] }>('/api/notices');
    expect(body.notices.slice(1)).toMatchObject(
      [assumed, waiting].map((id) => ({
        kind: 'question_asked',
        data: { runId, questionId: id, question: asked.question },
      })),
    );
  });

  // ASK-3
  test('becomes assumed when nobody answers in time, and an answer that came before stays', async () => {
    const { run, ask, answer, list } = await start();
    const [late, early] = [await ask({ waits: true }), await ask({ waits: true })];
    expect((await answer(early)).status).toBe(200);
    for (const questionId of [late, early]) run.push({ type: 'question_assumed', questionId });
    const states = await pollUntil(
      async () => new Map((await list()).map(({ id, status }) => [id, status])),
      (found) => found.get(late) === 'assumed',
    );
    expect(states.get(early)).toBe('answered');
    expect((await answer(late)).status).toBe(200);
  });

  // ASK-4
  test('takes one answer, however many come at once', async () => {
    const { engagementId, runId, ask, answer, list } = await start();
    const questionId = await ask({ waits: true });
    const texts = Array.from({ length: 10 }, (_, index) => ` Answer ${index} `);
    const answers = await Promise.all(texts.map((text) => answer(questionId, text)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'question_answered' } });
    }
    const [question] = await list();
    expect(taken[0]?.body).toEqual(question);
    expect(question).toMatchObject({
      status: 'answered',
      answer: expect.stringMatching(/^Answer \d$/),
      answerAuthor: { kind: 'user', id: tenant.userId },
      answeredBy: question?.answerAuthor?.name,
    });
    const data = { engagementId, runId, questionId, taskId: 'a' };
    expect((await eventsOf(questionId)).slice(1)).toEqual([{ event: 'question.answered', data }]);
    const log = await platform.asSuperuser(
      `select action, user_id, metadata from platform.audit_log where resource_id = $1`,
      [questionId],
    );
    expect(log).toEqual([
      {
        action: 'question.answer',
        user_id: tenant.userId,
        metadata: { engagementId, runId, taskId: 'a' },
      },
    ]);
  });

  test('takes no empty or long answer, and nothing of another tenant', async () => {
    const { engagementId, ask, answer } = await start();
    const questionId = await ask();
    for (const text of ['', ' \n', 'x'.repeat(20_001)])
      expect((await answer(questionId, text)).status).toBe(400);
    expect((await answer('unknown')).status).toBe(404);
    const stranger = await createTestTenant(platform);
    const own = await stranger.createEngagement();
    for (const id of [engagementId, own.id]) {
      const path = `/api/engagements/${id}/questions/${questionId}/answer`;
      expect((await stranger.post(path, { answer: 'In Oslo.' })).status).toBe(404);
    }
    expect((await answer(questionId, 'x'.repeat(20_000))).status).toBe(200);
  });

  test('that a program answers has its key as the author', async () => {
    const { engagementId, ask } = await start();
    const questionId = await ask();
    const made = await tenant.post<{ key: string }>('/api/api-keys', { name: 'CI' });
    const { body } = await createClient(platform.baseUrl, made.body.key).post(
      `/api/engagements/${engagementId}/questions/${questionId}/answer`,
      { answer: 'In Oslo.' },
    );
    expect(body).toMatchObject({
      answeredBy: 'API key CI',
      answerAuthor: { kind: 'api_key', name: 'CI' },
    });
  });

  test('that a document names without being asked blocks no run', async () => {
    const { run, ask, list } = await start();
    const questionId = await ask();
    run.push({
      type: 'deliverable',
      taskId: 'a',
      filename: 'a.md',
      wordCount: 1,
      content: 'Done\n',
      assumptions: [questionId, 'unknown'],
    });
    await run.stored();
    expect((await list()).map(({ id, documents }) => [id, documents])).toMatchObject([
      [questionId, [{ filename: 'a.md', version: 1 }]],
    ]);
  });
});

// ASK-5
test('the inbox has the questions of all engagements in pages, unanswered ones first', async () => {
  const ids = await insertQuestions(tenant, 12);
  const read = async (query: string) => {
    const seen: InboxQuestion[] = [];
    for (let path: string | undefined = `/api/questions${query}`; path !== undefined; ) {
      const page: ClientAnswer<{ questions: InboxQuestion[] }> = await tenant.get(path);
      expect(page.status).toBe(200);
      seen.push(...page.body.questions);
      path = /<[^>]*?(\/api\/questions[^>]*)>; rel="next"/.exec(
        page.headers.get('link') ?? '',
      )?.[1];
    }
    return seen;
  };
  // A third of the questions is open, a third is assumed, and a third is answered, in turn.
  const newest = ids.toReversed();
  const inParts = [
    ...newest.filter((_, i) => i % 3 !== 0),
    ...newest.filter((_, i) => i % 3 === 0),
  ];
  for (const query of ['', '?limit=1', '?limit=5', '?limit=8']) {
    expect((await read(query)).map(({ id }) => id)).toEqual(inParts);
  }
  const open = await read('?status=open&limit=2');
  expect(open.map(({ status }) => status)).toEqual(['open', 'open', 'open', 'open']);
  expect(open[0]).toMatchObject({
    engagementName: expect.any(String),
    engagementId: expect.any(String),
    ...asked,
  });
  for (const cursor of ['x', 'open.x', 'later.MTAuYQ', 'open.']) {
    expect((await tenant.get(`/api/questions?cursor=${cursor}`)).status).toBe(400);
  }
  const ownerId = await insertMember(platform, tenant.tenantId, { role: 'member', marker: 'Ada' });
  const other = open[0]?.engagementId ?? '';
  await tenant.patch(`/api/engagements/${other}`, { ownerId });
  const mine = await read('?scope=mine&limit=5');
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.map(({ id }) => id)).toEqual(
    (await read('?scope=all'))
      .filter(({ engagementId }) => engagementId !== other)
      .map(({ id }) => id),
  );
  const stranger = await createTestTenant(platform);
  expect((await stranger.get('/api/questions')).body).toEqual({ questions: [] });
});

/**
 * Inserts questions of three engagements, one a second, oldest first: open, assumed, answered, and
 * so on.
 */
async function insertQuestions({ tenantId }: TestTenant, count: number): Promise<string[]> {
  const engagements = await Promise.all(
    [1, 2, 3].map(() => insertEngagement(platform.database, tenantId, {})),
  );
  const runs = await Promise.all(
    engagements.map((id) => insertRun(platform.database, tenantId, id)),
  );
  const ids = Array.from({ length: count }, (_, index) => `${tenantId}-${index}`);
  for (const [index, id] of ids.entries()) {
    const status = ['open', 'assumed', 'answered'][index % 3];
    await platform.asSuperuser(
      `insert into platform.questions (tenant_id, engagement_id, run_id, id, task_id, agent_slug, question, assumption,
          impact, status, answer, answerer_kind, answerer_name, answered_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14)`,
      [
        tenantId,
        engagements[index % 2],
        runs[index % 2],
        id,
        asked.taskId,
        asked.agent,
        asked.question,
        asked.assumption,
        asked.impact,
        status,
        ...(status === 'answered' ? ['In Oslo.', 'user', new Date()] : [null, null, null]),
        new Date(Date.UTC(2026, 0, 1, 0, 0, index)),
      ],
    );
  }
  return ids;
}

describe('after an answer', () => {
  // ASK-13
  test('a document on the assumption is stale until a version is not, and the price of a rerun is told', async () => {
    const { engagementId, run, ask, answer, list } = await start();
    const path = `/api/engagements/${engagementId}`;
    const questionId = await ask();
    const file = { type: 'deliverable', wordCount: 1, content: 'Done\n' } as const;
    run.push({ ...file, taskId: 'a', filename: 'a.md', assumptions: [questionId] });
    run.push({ ...file, taskId: 'b', filename: 'b.md' });
    run.push({ type: 'status', status: 'completed', error: null });
    await tenant.waitForEnd(engagementId);
    const readStale = async () => (await tenant.get<StaleWork>(`${path}/stale`)).body;
    const nothing = { tasks: [], cost: { low: 0, expected: 0, high: 0 }, warnings: [] };
    expect(await readStale()).toMatchObject(nothing);
    expect((await list())[0]?.documents).toEqual([{ filename: 'a.md', title: 'a.md', version: 1 }]);

    expect((await answer(questionId)).body).toMatchObject({
      documents: [{ filename: 'a.md', version: 1 }],
    });
    const because = {
      stale: true,
      staleBecause: [],
      answeredAssumptions: [{ questionId, question: asked.question }],
    };
    const listed = (await tenant.get<{ filename: string }[]>(`${path}/deliverables`)).body;
    expect(listed.find(({ filename }) => filename === 'a.md')).toMatchObject(because);
    expect(listed.find(({ filename }) => filename === 'b.md')).toMatchObject({
      stale: false,
      answeredAssumptions: [],
    });
    expect((await tenant.get(`${path}/deliverables/a.md`)).body).toMatchObject(because);
    expect((await tenant.get(`${path}/deliverables/a.md/versions`)).body).toMatchObject({
      versions: [because],
    });
    const stale = await readStale();
    expect(stale.tasks).toMatchObject([
      { taskId: 'a', name: 'A', filename: 'a.md' },
      { taskId: 'b', name: 'B', filename: 'b.md' },
    ]);
    const [first, second] = stale.tasks.map(({ cost }) => cost.expected);
    expect(Math.min(first ?? 0, second ?? 0)).toBeGreaterThan(0);
    expect(stale.cost.expected).toBeCloseTo((first ?? 0) + (second ?? 0), 8);

    platform.engine.onStart((started) => started.complete());
    const rerun = await tenant.post<RunStarted & { tasks: object[] }>(`${path}/rerun-stale`);
    expect(rerun.body.tasks).toHaveLength(2);
    await tenant.waitForEnd(engagementId);
    platform.engine.onStart(undefined);
    expect(await readStale()).toMatchObject(nothing);
    expect((await list())[0]?.documents).toEqual([]);
  });

  // ASK-7
  test('a later run gets the questions of earlier ones with their answers, oldest first', async () => {
    const { engagementId, run, ask, answer } = await start();
    const [first, second] = [await ask(), await ask()];
    await answer(first, 'In Oslo.');
    run.complete();
    await tenant.waitForEnd(engagementId);
    const { body } = await tenant.post<RunStarted>(`/api/engagements/${engagementId}/run`);
    const { question, assumption, taskId } = asked;
    const told = { text: 'In Oslo.', by: expect.any(String), at: expect.any(String) };
    const later = await platform.engine.waitForRun(body.runId);
    expect(later.request.questions).toEqual([
      { id: first, taskId, question, assumption, answer: told },
      { id: second, taskId, question, assumption, answer: null },
    ]);
    expect(run.request.questions).toEqual([]);
  });

  // ASK-10
  test('the question goes with its engagement', async () => {
    const { engagementId, run, ask } = await start();
    const questionId = await ask();
    run.complete();
    await tenant.waitForEnd(engagementId);
    expect((await tenant.delete(`/api/engagements/${engagementId}`)).status).toBe(200);
    const left = await platform.asSuperuser('select 1 from platform.questions where id = $1', [
      questionId,
    ]);
    expect(left).toEqual([]);
    expect((await tenant.get<{ questions: Question[] }>('/api/questions')).body).toEqual({
      questions: [],
    });
  });
});
