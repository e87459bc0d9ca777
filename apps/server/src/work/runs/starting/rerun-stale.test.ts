import type {
  DeliverableDetail,
  DeliverableListItem,
  StaleRerunStarted,
} from '@ecp/contract/work/deliverables';
import type { RerunPrice } from '@ecp/contract/work/plans';
import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTestTenant(platform);
  platform.engine.onStart((run) => run.complete());
});
afterAll(() => platform.close());

/** Two chains of tasks that share their beginning, and a separate task. */
const tasks = [
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B', dependsOn: ['a'] },
  { id: 'c', name: 'C', dependsOn: ['b'] },
  { id: 'e', name: 'E' },
  { id: 'd', name: 'D', dependsOn: ['a', 'e'] },
];

async function createFinished() {
  const { id } = await tenant.createEngagement({ tasks });
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
  const rerun = async (file: string) => {
    await tenant.post(`/api/engagements/${id}/deliverables/${file}/rerun`);
    await tenant.waitForEnd(id);
  };
  const staleFiles = async () => {
    const { body } = await tenant.get<Static<typeof DeliverableListItem>[]>(
      `/api/engagements/${id}/deliverables`,
    );
    return body
      .filter(({ stale }) => stale)
      .map(({ filename, version }) => `${filename} ${version}`)
      .sort();
  };
  const rerunStale = () =>
    tenant.post<StaleRerunStarted & { error?: string }>(`/api/engagements/${id}/rerun-stale`);
  return { id, rerun, staleFiles, rerunStale };
}

// REV-24
test('the price of a rerun is that of its task alone, beside the budget', async () => {
  const { id, rerun } = await createFinished();
  const path = (file: string) => `/api/engagements/${id}/deliverables/${file}/rerun`;
  const { status, body } = await tenant.get<RerunPrice>(path('b.md'));
  expect([status, body.taskId, body.remaining <= body.budget, body.warnings]).toEqual([
    200,
    'b',
    true,
    [],
  ]);
  expect(body.cost.low).toBeLessThanOrEqual(body.cost.high);
  expect((await tenant.get(path('none.md'))).status).toBe(404);
  await rerun('b.md');
  expect((await tenant.get<RerunPrice>(path('b.md'))).status).toBe(200);
});

// PRO-12
test('a version is stale when one that it was built on has a newer version, and says which', async () => {
  const { id, rerun, staleFiles } = await createFinished();
  expect(await staleFiles()).toEqual([]);
  await rerun('a.md');
  expect(await staleFiles()).toEqual(['b.md 1', 'd.md 1']);
  const staleBecause = [{ taskId: 'a', filename: 'a.md', usedVersion: 1, latestVersion: 2 }];
  const path = `/api/engagements/${id}/deliverables/b.md`;
  expect((await tenant.get<DeliverableDetail>(path)).body).toMatchObject({
    stale: true,
    staleBecause,
  });
  await rerun('b.md');
  expect(await staleFiles()).toEqual(['b.md 1', 'c.md 1', 'd.md 1']);
  expect((await tenant.get<DeliverableDetail>(path)).body).toMatchObject({
    version: 2,
    stale: false,
    staleBecause: [],
  });
  const { body } = await tenant.get(`${path}/versions`);
  expect(body['versions']).toMatchObject([
    { version: 2, stale: false },
    { version: 1, stale: true, staleBecause },
  ]);
});

// PRO-12
test('one call reruns the stale tasks and their downstream tasks in one run, and nothing else', async () => {
  const { id, rerun, staleFiles, rerunStale } = await createFinished();
  await rerun('a.md');
  const { status, body } = await rerunStale();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'running',
    message: 'Rerun of the stale deliverables started',
  });
  expect(body.tasks).toEqual([
    { taskId: 'b', name: 'B', filename: 'b.md' },
    { taskId: 'c', name: 'C', filename: 'c.md' },
    { taskId: 'd', name: 'D', filename: 'd.md' },
  ]);
  const { request } = await platform.engine.waitForRun(body.runId);
  expect(request).toMatchObject({ rerunTaskId: 'b', rerunTaskIds: ['b', 'c', 'd'] });
  const outdated = request.previous.map((version) => [version.taskId, version.outdated]);
  expect(Object.fromEntries(outdated)).toEqual({ a: [], b: ['a.md'], c: [], d: ['a.md'], e: [] });
  const detail = await tenant.waitForEnd(id);
  expect(detail.status).toBe('completed');
  const made = detail.deliverables.map(({ filename, version }) => `${filename} ${version}`).sort();
  expect(made.filter((file) => !file.endsWith(' 1'))).toEqual([
    'a.md 2',
    'b.md 2',
    'c.md 2',
    'd.md 2',
  ]);
  // Older versions were built on versions that are now old; none of the latest was.
  expect(await staleFiles()).toEqual(['b.md 1', 'c.md 1', 'd.md 1']);
  expect(await rerunStale()).toMatchObject({ status: 409, body: { code: 'nothing_stale' } });
});

test('a rerun of stale tasks without an engine is 502 and can be repeated', async () => {
  const { id, rerun, rerunStale } = await createFinished();
  await rerun('e.md');
  await platform.engine.goDown();
  const refused = await rerunStale().finally(() => platform.engine.comeBack());
  expect(refused).toMatchObject({ status: 502, body: { code: 'engine_error' } });
  expect((await tenant.getEngagement(id)).status).toBe('failed');
  const { body } = await rerunStale();
  expect(body.tasks.map(({ taskId }) => taskId)).toEqual(['d']);
  await tenant.waitForEnd(id);
});

test('a task that the engagement no longer has is not rerun', async () => {
  const { id, rerun, rerunStale } = await createFinished();
  await rerun('e.md');
  const kept = tasks.filter((task) => task.id !== 'd');
  await platform.asSuperuser('update platform.engagements set tasks = $2 where id = $1', [
    id,
    JSON.stringify(kept),
  ]);
  expect(await rerunStale()).toMatchObject({ status: 409, body: { code: 'nothing_stale' } });
});
