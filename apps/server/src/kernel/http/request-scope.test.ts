import { Writable } from 'node:stream';
import { createClient } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyedTenant } from '../../../testing/keyed-tenant.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { openLog } from '../../reach/process/log.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(...String(chunk).trim().split('\n'));
    done();
  },
});
const secretKey = 'planted-installation-secret';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({
    log: openLog('trace', sink),
    config: { secretKeys: [secretKey] },
  });
});
afterAll(() => platform.close());
const parsed = () => lines.map((line) => JSON.parse(line));

test('every log line during a request carries its id, even deep in the call stack', async () => {
  const { owner } = await createKeyedTenant(platform);
  const engagement = await owner.post<{ id: string }>('/api/engagements', {
    name: 'n',
    client: 'c',
    brief: 'b',
  });
  await owner.post(`/api/engagements/${engagement.body.id}/run`);
  platform.services.log.info('outside');
  platform.services.engine = {
    ...platform.services.engine,
    async getLogs() {
      platform.services.log.info('deep inside');
      return { entries: [], total: 0, status: 'running' };
    },
  };
  const answer = await owner.get(`/api/engagements/${engagement.body.id}/logs`);
  const find = (msg: string) => parsed().find((line) => line.msg === msg);
  expect(find('deep inside')).toMatchObject({ reqId: answer.headers.get('x-request-id') });
  expect(find('outside')).not.toHaveProperty('reqId');
  const answered = await pollUntil(
    async () => parsed().filter(({ msg }) => msg === 'Request answered'),
    (found) => found.length >= 4,
  );
  for (const line of answered) expect(line.reqId).toEqual(expect.any(String));
  for (const line of lines) expect(line.match(/"reqId":/g)?.length ?? 0).toBeLessThan(2);
});

test('no log line contains a password, key, cookie, token or secret, whether requests succeed or fail', async () => {
  const { owner, email, password } = await createKeyedTenant(platform);
  const { key } = (
    await owner.post<{ key: string }>(
      '/api/api-keys',
      { name: 'Planted' },
      { 'idempotency-key': 'i1' },
    )
  ).body;
  const program = createClient(platform.baseUrl, key);
  await program.get('/api/engagements');
  await program.post('/api/engagements', { name: 'n', client: 'c', brief: 'b'.repeat(200_000) });
  const stranger = createClient(platform.baseUrl);
  await stranger.post('/api/auth/sign-in/email', { email, password: 'planted-wrong-password' });
  await stranger.post('/api/auth/sign-in/email', { email, password });
  await stranger.get('/api/auth/magic-link/verify?token=planted-link-token');
  await stranger.post('/api/auth/reset-password', {
    token: 'planted-reset-token',
    newPassword: 'planted-new-password',
  });
  await createClient(platform.baseUrl, 'svc_live_planted-bad-key').get('/api/me');
  const { id } = (
    await program.post<{ id: string }>('/api/engagements', { name: 'n', client: 'c', brief: 'b' })
  ).body;
  await platform.engine.goDown();
  await program.post(`/api/engagements/${id}/run`);
  await platform.engine.comeBack();
  const cookies = [...owner.cookies.values(), ...stranger.cookies.values()];
  const secrets = [password, key, ...cookies, secretKey, 'planted-'];
  expect(lines.length).toBeGreaterThan(10);
  for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});
