import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

// REV-13
test('a rerun that the engine refuses is 502, fails run and engagement, and keeps the version', async () => {
  const tenant = await createTestTenant(platform);
  platform.engine.onStart((run) => run.complete());
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  const end = platform.engine.interfere(({ method, url }) =>
    method === 'POST' && url === '/runs'
      ? {
          kind: 'answer',
          status: 503,
          body: { error: 'No capacity', code: 'busy', requestId: 'x' },
        }
      : undefined,
  );
  const rerun = () => tenant.post(`/api/engagements/${id}/deliverables/a.md/rerun`);
  const failed = await rerun();
  end();
  expect(failed).toMatchObject({
    status: 502,
    body: { error: 'Engine error: No capacity', code: 'engine_error' },
  });
  const detail = await tenant.getEngagement(id);
  expect(detail).toMatchObject({
    status: 'failed',
    deliverables: [{ filename: 'a.md', version: 1 }],
  });
  expect(detail.runs.map(({ status }) => status)).toEqual(['failed', 'completed']);
  expect((await rerun()).status).toBe(200);
});
