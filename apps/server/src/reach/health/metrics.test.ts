import type { RunStarted } from '@ecp/contract/work/runs';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAskingRun } from '../../../testing/questions/asking-run.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';
import { createMemoryRateLimiter } from '../../kernel/limits/rate-limiter.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({
    config: { rateLimits: { api: 20, engine: 20, billing: 20 } },
  });
  tenant = await createTestTenant(platform);
});
afterAll(() => platform.close());
/** Scrapes as often as a test polls. */
const scrape = async () => {
  platform.services.rateLimiter = createMemoryRateLimiter();
  return (await fetch(`${platform.baseUrl}/metrics`)).text();
};

// SVC-4
test('metrics of process, requests, work and connections are in Prometheus’s format', async () => {
  const { id } = await tenant.createEngagement();
  await tenant.get(`/api/engagements/${id}`);
  await tenant.get('/api/invented/path');
  await tenant.post(`/api/engagements/${id}/run`);
  const answer = await fetch(`${platform.baseUrl}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/engagements\/:id"\} 1$/m,
  );
  expect(text).toMatch(
    /^http_requests_total\{method="GET",route="\/api\/engagements\/:id",status="200"\} 1$/m,
  );
  expect(text).toMatch(/^http_requests_total\{method="GET",route="none",status="404"\} 1$/m);
  expect(text).toMatch(/^platform_active_runs 1$/m);
  expect(text).toMatch(/^platform_working_runs 1$/m);
  expect(text).toMatch(/^platform_database_connections\{state="open"\} [1-9]/m);
  expect(text).toMatch(/^platform_database_up 1$/m);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  for (const secret of [tenant.tenantId, tenant.userId, tenant.email, id])
    expect(text).not.toContain(secret);
});

// SVC-6
test('scrapes at the same time share one collection, and are limited apart from other requests', async () => {
  platform.services.rateLimiter = createMemoryRateLimiter();
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => fetch(`${platform.baseUrl}/metrics`)),
  );
  const allowed = answers.filter(({ status }) => status === 200);
  expect(allowed).toHaveLength(60);
  expect(
    new Set(await Promise.all(allowed.map((answer) => answer.text()))).size,
  ).toBeLessThanOrEqual(2);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused?.json()).toMatchObject({ code: 'rate_limited' });
  expect((await fetch(`${platform.baseUrl}/api/health`)).status).toBe(200);
  platform.services.rateLimiter = createMemoryRateLimiter();
});

test('the number of active runs changes when a run begins and ends', async () => {
  const activeRuns = async () => Number(/^platform_active_runs (\d+)$/m.exec(await scrape())?.[1]);
  const before = await activeRuns();
  const { id } = await tenant.createEngagement();
  const { body } = await tenant.post<RunStarted>(`/api/engagements/${id}/run`);
  await pollUntil(activeRuns, (count) => count === before + 1);
  (await platform.engine.waitForRun(body.runId)).complete();
  await pollUntil(activeRuns, (count) => count === before);
  expect(await scrape()).toContain('route="/metrics"');
});

// SVC-4, DEP-15
test('a run that waits for people is active, but not working', async () => {
  const readFigures = async () => {
    const lines = (await scrape()).split('\n');
    const find = (name: string) =>
      lines.find((line) => line.startsWith(`${name} `))?.slice(name.length);
    return ['platform_active_runs', 'platform_working_runs'].map((name) => Number(find(name) ?? 0));
  };
  const [active = 0, working = 0] = await readFigures();
  const asking = await startAskingRun(platform.engine, tenant);
  await asking.ask({ waits: true });
  asking.wait();
  const isAtRest = ([allActive, allWorking]: number[]) =>
    allActive === active + 1 && allWorking === working;
  expect(await pollUntil(readFigures, isAtRest)).toEqual([active + 1, working]);
});
