import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

// QUA-4, QUA-6
test('before any run has completed, quality has no average and analytics are empty', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const read = async (page: string) => (await tenant.get(`/api/engagements/${id}/${page}`)).body;
  const nothing = { agents: [], delegations: [], modelRouting: [] };
  expect(await read('analytics')).toEqual(nothing);
  expect(await read('quality')).toEqual({
    runId: null,
    averageScore: null,
    scores: [],
    unscored: [],
  });

  const { runId } = (await tenant.post<{ runId: string }>(`/api/engagements/${id}/run`)).body;
  expect(await read('analytics')).toEqual(nothing);
  expect(await read('quality')).toMatchObject({
    runId,
    averageScore: null,
    scores: [],
    unscored: [],
  });

  const run = await platform.engine.waitForRun(runId);
  run.push({ type: 'status', status: 'failed', error: 'It broke' });
  await tenant.waitForEnd(id);
  expect(await read('analytics')).toEqual(nothing);
  expect(await read('quality')).toMatchObject({
    runId,
    averageScore: null,
    scores: [],
    unscored: [],
  });
});
