import type { DeliverableDetail, DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { SynthesisPrice, SynthesisStarted } from '@ecp/contract/work/plans';
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

async function createFinished(overrides: Record<string, unknown> = {}) {
  const tasks = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  const { id } = await tenant.createEngagement({ tasks, budget: 100, ...overrides });
  const start = () =>
    tenant.post<SynthesisStarted & { code?: string }>(`/api/engagements/${id}/synthesis`);
  return { id, start };
}

async function run(id: string) {
  await tenant.post(`/api/engagements/${id}/run`);
  await tenant.waitForEnd(id);
}

// SYN-3, SYN-4
test('the button adds the task that depends on all others, and runs it alone', async () => {
  const { id, start } = await createFinished({ brief: 'Wie soll der Verein wachsen?' });
  expect(await start()).toMatchObject({ status: 409, body: { code: 'nothing_to_conclude' } });
  await run(id);
  const { body: price } = await tenant.get<SynthesisPrice>(`/api/engagements/${id}/synthesis`);
  expect(price).toMatchObject({ taskId: 'synthesis', exists: false, documents: 2, warnings: [] });
  const { status, body } = await start();
  expect([status, body.taskId]).toEqual([200, 'synthesis']);
  await tenant.waitForEnd(id);
  const { body: engagement } = await tenant.get<EngagementDetail>(`/api/engagements/${id}`);
  expect(engagement.tasks.at(-1)).toMatchObject({
    id: 'synthesis',
    name: 'Entscheidungsvorlage',
    dependsOn: ['a', 'b'],
    synthesis: true,
  });
  const { body: documents } = await tenant.get<Static<typeof DeliverableListItem>[]>(
    `/api/engagements/${id}/deliverables`,
  );
  const versions = Object.fromEntries(documents.map(({ taskId, version }) => [taskId, version]));
  expect(versions).toMatchObject({ a: 1, b: 1, synthesis: 1 });
  await start();
  await tenant.waitForEnd(id);
  const { body: again } = await tenant.get<EngagementDetail>(`/api/engagements/${id}`);
  expect(again.tasks).toHaveLength(3);
});

// SYN-6
test('the objections of the adversary are kept with the version', async () => {
  const objection = { objection: 'The margin is missing.', passage: 'Grow.', citation: null };
  const objections = [
    { ...objection, answer: { status: 'met' as const, text: 'It is in Risks.' } },
  ];
  const { id } = await createFinished();
  platform.engine.onStart((started) => {
    const taskId = started.request.tasks[0]?.id ?? '';
    started.push({
      type: 'deliverable',
      taskId,
      filename: 'paper.md',
      wordCount: 1,
      content: '# Paper',
      objections,
    });
    started.complete();
  });
  await run(id);
  platform.engine.onStart((started) => started.complete());
  const { body } = await tenant.get<DeliverableDetail>(
    `/api/engagements/${id}/deliverables/paper.md?version=1`,
  );
  expect(body.objections).toEqual(objections);
});
