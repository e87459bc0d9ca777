import type { LinkedQuestion } from '@ecp/contract/reach/portal';
import type { Question } from '@ecp/contract/work/questions';
import { createClient } from '@ecp/testing/cookie-client';
import { waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertMember, insertSession } from '../../../../testing/insert-records.ts';
import { asked, startAskingRun } from '../../../../testing/questions/asking-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';
import { createToken } from '../../../kernel/keys/tokens.ts';
import { purgeAnswerLinks, sendQuestionMail } from './answer-links.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

/**
 * Waits for the mail about the only question asked so far of somebody, and returns it with its
 * token.
 */
async function readMail(to = tenant.email) {
  const mails = await pollUntil(
    async () => (await waitForMails(platform.dataDir, to, 0)).map(decode).filter(isQuestion),
    ({ length }) => length > 0,
  );
  const [mail = ''] = mails;
  return { mail, token: /\/answer\/(svc_answer_[0-9a-f]{32})/.exec(mail)?.[1] ?? '' };
}
const isQuestion = (mail: string) => mail.includes('Subject: Question:');
const decode = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
const openLink = (token: string) => {
  const client = createClient(platform.baseUrl, token);
  return {
    get: () => client.get<LinkedQuestion>('/api/question-link'),
    answer: (answer: string) => client.post<LinkedQuestion>('/api/question-link', { answer }),
  };
};
const dead = { error: 'This link is invalid, used or expired', code: 'invalid_answer_link' };
async function expectDead(token: string) {
  const link = openLink(token);
  for (const { status, body } of [await link.get(), await link.answer('In Oslo.')]) {
    expect({ status, body }).toEqual({
      status: 401,
      body: { ...dead, requestId: expect.any(String) },
    });
  }
  expect((await fetch(`${platform.baseUrl}/answer/${token}`)).status).toBe(404);
}

async function ask() {
  const run = await startAskingRun(platform.engine, tenant);
  const questionId = await run.ask({ waits: true });
  return { ...run, questionId, ...(await readMail()) };
}

describe('the mail about a question', () => {
  // ASK-8
  test('tells who started the run the question, what depends on it, the assumption and the link', async () => {
    const { engagementId, mail, token } = await ask();
    expect(token).not.toBe('');
    expect(mail).toContain('Subject: Question: Market entry');
    for (const text of [
      asked.question,
      asked.assumption,
      asked.impact,
      `/engagements/${engagementId}`,
    ]) {
      expect(mail).toContain(text);
    }
    expect(mail).toContain('The work waits until ');
  });

  // ASK-8
  test('goes to the owner for a run that a key started, and makes no link of what an agent wrote', async () => {
    const made = await tenant.post<{ key: string }>('/api/api-keys', { name: 'CI' });
    const { id } = await tenant.createEngagement();
    const client = createClient(platform.baseUrl, made.body.key);
    const { body } = await client.post<{ runId: string }>(`/api/engagements/${id}/run`);
    const question = 'Sign in at https://evil.example/login or mail a@evil.example';
    const run = await platform.engine.waitForRun(body.runId);
    run.push({ type: 'question', questionId: 'q', ...asked, question, dueAt: null });
    const { mail } = await readMail();
    expect(mail).toContain('Without an answer it assumes:');
    expect(mail).toContain('evil. example/login');
    expect(mail).not.toContain('evil.example');
  });

  // ASK-9
  test('is repeated with a new link that voids the one before, and not sent for an answered question', async () => {
    const { engagementId, questionId, token, answer } = await ask();
    const sent: string[] = [];
    const transport = {
      send: async ({ text }: { text: string }) => void sent.push(text),
      forget: async () => undefined,
      close: () => undefined,
    };
    const work = { tenantId: tenant.tenantId, engagementId, questionId, userId: tenant.userId };
    await sendQuestionMail(platform.services, transport, work);
    await expectDead(token);
    const next = /svc_answer_[0-9a-f]{32}/.exec(sent[0] ?? '')?.[0] ?? '';
    expect((await openLink(next).get()).status).toBe(200);
    const stored = await platform.asSuperuser(
      `select l::text as row from platform.answer_links l where question_id = $1`,
      [questionId],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(next.slice(11));
    await answer(questionId);
    await sendQuestionMail(platform.services, transport, work);
    expect(sent).toHaveLength(1);
  });
});

describe('the link of a mail', () => {
  // ASK-9
  test('shows its question and answers it in the name of the person, without a sign-in, once', async () => {
    const { engagementId, questionId, token, list } = await ask();
    const link = openLink(token);
    const { status, body } = await link.get();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      question: { id: questionId, question: asked.question, status: 'open', answer: null },
      engagement: { name: 'Market entry' },
      branding: { companyName: expect.any(String), logo: null },
    });
    expect(JSON.stringify(body)).not.toContain(asked.agent);
    expect((await fetch(`${platform.baseUrl}/answer/${token}`)).status).not.toBe(404);
    for (const text of ['', ' ', 'x'.repeat(20_001)])
      expect((await link.answer(text)).status).toBe(400);
    const answers = await Promise.all(['In Oslo.', 'In Bergen.', 'In Narvik.'].map(link.answer));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 401, 401]);
    const [taken] = answers.filter((one) => one.status === 200);
    expect(taken?.body.question).toMatchObject({
      status: 'answered',
      answerAuthor: { kind: 'user', id: null },
    });
    const [question] = await list();
    expect(question).toMatchObject({
      answer: taken?.body.question.answer,
      answerAuthor: { kind: 'user', id: tenant.userId },
    });
    const log = await platform.asSuperuser(
      `select user_id, metadata from platform.audit_log where action = 'question.answer' and resource_id = $1`,
      [questionId],
    );
    expect(log).toMatchObject([
      { user_id: tenant.userId, metadata: { engagementId, byMail: true } },
    ]);
    await expectDead(token);
  });

  // ASK-9
  test('opens nothing after an answer by somebody else, when it has expired, or when it was guessed', async () => {
    const first = await ask();
    await first.answer(first.questionId);
    await expectDead(first.token);
    await expectDead(`svc_answer_${'0'.repeat(32)}`);
    await expectDead('nonsense');
    tenant = await createTestTenant(platform);
    const second = await ask();
    await platform.asSuperuser(
      'update platform.answer_links set expires_at = now() where question_id = $1',
      [second.questionId],
    );
    await expectDead(second.token);
    expect(await purgeAnswerLinks(platform.database)).toBeGreaterThan(0);
    await expectDead(second.token);
    const anonymous = await createClient(platform.baseUrl).get('/api/question-link');
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'authentication_required' } });
    const cookie = await createClient(platform.baseUrl).get('/api/question-link', {
      headers: { cookie: tenant.cookie },
    });
    expect(cookie.body).toMatchObject({ code: 'authentication_required' });
    expect((await createClient(platform.baseUrl, second.token).get('/api/me')).body).toMatchObject({
      code: 'invalid_api_key',
    });
  });

  // ASK-9
  test('opens nothing once its person has become a viewer or left, or the engagement is gone', async () => {
    const userId = await insertMember(platform, tenant.tenantId, { role: 'member', marker: 'Mia' });
    const email = `member-${userId}@example.com`;
    const session = createToken();
    await insertSession(platform, tenant.tenantId, { userId, token: session });
    const { id } = await tenant.createEngagement();
    const headers = { cookie: `ecp_session=${session}` };
    const client = createClient(platform.baseUrl);
    const started = await client.post<{ runId: string }>(
      `/api/engagements/${id}/run`,
      undefined,
      headers,
    );
    const run = await platform.engine.waitForRun(started.body.runId);
    run.push({ type: 'question', questionId: 'q', ...asked, dueAt: null });
    const { token } = await readMail(email);
    expect((await openLink(token).get()).status).toBe(200);
    const setRole = (role: string) =>
      platform.asSuperuser('update platform.users set role = $2 where id = $1', [userId, role]);
    await setRole('viewer');
    await expectDead(token);
    await setRole('member');
    expect((await openLink(token).get()).status).toBe(200);
    expect((await tenant.delete(`/api/team/${userId}`)).status).toBe(200);
    await expectDead(token);
    const questions = await tenant.get<{ questions: Question[] }>(
      `/api/engagements/${id}/questions`,
    );
    expect(questions.body.questions).toMatchObject([{ status: 'assumed' }]);

    const other = await ask();
    other.run.complete();
    await tenant.waitForEnd(other.engagementId);
    expect((await openLink(other.token).get()).status).toBe(200);
    await tenant.delete(`/api/engagements/${other.engagementId}`);
    await expectDead(other.token);
  });
});
