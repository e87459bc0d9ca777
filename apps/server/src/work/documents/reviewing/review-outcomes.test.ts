import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../../testing/test-tenant.ts';
import { buildStartRequest } from '../../runs/starting/start-request.ts';
import { listReviewOutcomes } from './reviews.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

async function finishRun(tenant: TestTenant, id: string): Promise<string> {
  const { body } = await tenant.post<{ runId: string }>(`/api/engagements/${id}/run`);
  (await platform.engine.waitForRun(body.runId)).complete();
  await tenant.waitForEnd(id);
  return body.runId;
}

test('a start request has the latest review of each of the tenant’s documents, newest first', async () => {
  const [tenant, other] = [await createTestTenant(platform), await createTestTenant(platform)];
  const tasks = ['a', 'b', 'c'].map((id) => ({ id, name: `Task ${id}` }));
  const first = await tenant.createEngagement({ tasks });
  const firstRun = await finishRun(tenant, first.id);
  const { deliverables } = await tenant.getEngagement(first.id);
  const fileOf = (taskId: string) =>
    deliverables.find((made) => made.taskId === taskId)?.filename ?? '';
  const review = (taskId: string, action: string) =>
    tenant.post(
      `/api/engagements/${first.id}/deliverables/${encodeURIComponent(fileOf(taskId))}/review`,
      { action },
    );
  await review('a', 'reject');
  await review('b', 'request_revision');
  await review('a', 'approve');

  const second = await tenant.createEngagement({ tasks });
  const run = { id: 'next', engagement_id: second.id, rerun_task_id: null, rerun_task_ids: null };
  const request = await platform.database.withTenant(tenant.tenantId, (tx) =>
    buildStartRequest(tx, platform.services, tenant.tenantId, run),
  );
  expect(request?.reviewOutcomes).toEqual([
    { runId: firstRun, taskId: 'a', outcome: 'approved' },
    { runId: firstRun, taskId: 'b', outcome: 'revision_requested' },
  ]);
  expect(
    await platform.database.withTenant(other.tenantId, (tx) =>
      listReviewOutcomes(tx, other.tenantId),
    ),
  ).toEqual([]);
});
