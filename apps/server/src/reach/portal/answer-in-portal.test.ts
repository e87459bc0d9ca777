import type { PortalView } from '@ecp/contract/reach/portal';
import { createClient } from '@ecp/testing/cookie-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AskingRun, asked, startAskingRun } from '../../../testing/questions/asking-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let asking: AskingRun;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
  asking = await startAskingRun(platform.engine, tenant);
});

async function visit(permissions?: string[]) {
  const path = `/api/engagements/${asking.engagementId}/portal-tokens`;
  const { body } = await tenant.post<{ id: string; token: string; permissions: string[] }>(path, {
    ...(permissions && { permissions }),
  });
  const client = createClient(platform.baseUrl, body.token);
  return {
    ...body,
    revoke: () => tenant.delete(`${path}/${body.id}`),
    view: async () => (await client.get<PortalView>('/api/portal')).body,
    answer: (questionId: string, answer = 'In Oslo.', author = 'Clara') =>
      client.post(`/api/portal/questions/${questionId}/answer`, { answer, author }),
  };
}

// ASK-6
describe('a client', () => {
  test('with the permission sees the questions without the team’s details, and answers one in their name', async () => {
    const { engagementId, ask, list } = asking;
    const [first, second] = [await ask({ waits: true }), await ask()];
    const client = await visit(['read', 'answer']);
    expect(client.permissions).toEqual(['read', 'answer']);
    const { questions } = await client.view();
    expect(questions.map(({ id, status }) => [id, status])).toEqual([
      [second, 'assumed'],
      [first, 'open'],
    ]);
    expect(JSON.stringify(questions)).not.toContain(asked.agent);
    const { status, body } = await client.answer(first);
    const answerAuthor = { kind: 'client', id: client.id, name: 'Client' };
    expect(status).toBe(200);
    expect(body).toMatchObject({
      answer: 'In Oslo.',
      answeredBy: 'Client',
      answerAuthor,
      status: 'answered',
    });
    expect((await list())[1]).toMatchObject({ answeredBy: 'Client', answerAuthor });
    expect((await client.view()).questions[1]).toEqual(body);
    const other = await visit(['read', 'answer']);
    const hidden = { status: 'answered', answer: null, answeredBy: null, answerAuthor: null };
    expect((await other.view()).questions[1]).toMatchObject(hidden);
    expect(await client.answer(first)).toMatchObject({
      status: 409,
      body: { code: 'question_answered' },
    });
    const log = await platform.asSuperuser(
      `select user_id, metadata from platform.audit_log where action = 'question.answer' and resource_id = $1`,
      [first],
    );
    expect(log).toMatchObject([
      { user_id: null, metadata: { engagementId, portalTokenId: client.id } },
    ]);
    expect(JSON.stringify(log)).not.toContain('Clara');
    await asking.answer(second, 'By the team.');
    expect((await client.view()).questions[0]).toMatchObject({
      answerAuthor: { kind: 'user', id: null },
    });
  });

  test('without the permission sees none and answers none; a link has it only if it is asked for', async () => {
    const questionId = await asking.ask();
    const client = await visit();
    expect(client.permissions).toEqual(['read', 'comment', 'approve']);
    expect((await client.view()).questions).toEqual([]);
    expect(await client.answer(questionId)).toMatchObject({
      status: 403,
      body: { error: 'This link lacks the permission answer' },
    });
  });

  test('answers no question of another engagement, and not with a revoked link', async () => {
    await asking.ask();
    const client = await visit(['answer']);
    asking = await startAskingRun(platform.engine, tenant);
    const foreign = await asking.ask();
    for (const id of [foreign, 'unknown']) expect((await client.answer(id)).status).toBe(404);
    const again = await visit(['answer']);
    await again.revoke();
    expect((await again.answer(foreign)).status).toBe(401);
    expect((await asking.list())[0]?.status).toBe('assumed');
  });
});
