import type { EngagementOverview } from '@ecp/contract/reach/overview';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { insertQuestion } from '../../../testing/questions/insert-question.ts';
import { openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());

const tasks = [
  { id: 'market', name: 'Market' },
  { id: 'paper', name: 'Board paper', dependsOn: ['market'], synthesis: true },
];
const paper =
  '# Keep Bavaria\n\n## Recommendation\n\nKeep the dealers.[^1] Raise prices.\n\n[^1]: Accounts\n';

async function addEngagement(status: 'completed' | 'running' = 'completed'): Promise<string> {
  const { database } = platform;
  const id = await insertEngagement(database, tenant.tenantId, { status, tasks });
  const runId = await insertRun(database, tenant.tenantId, id, { costNanoUsd: 1_250_000_000 });
  const add = (fields: object) =>
    insertDeliverable(database, tenant.tenantId, id, { runId, ...fields });
  await add({ filename: 'market.md', taskId: 'market', content: '# Old' });
  await add({
    filename: 'market.md',
    taskId: 'market',
    content: '# The market\n\nLarge.\n',
    version: 2,
  });
  await add({ filename: 'paper.md', taskId: 'paper', content: paper });
  await add({ filename: '_run_report.md', taskId: null });
  return id;
}

const read = async (id: string, by = tenant) =>
  (await by.owner.get<EngagementOverview>(`/api/engagements/${id}/overview`)).body;

// OVR-1, OVR-2, OVR-4
test('tells the advice, the latest documents, what waits, money and runs', async () => {
  const id = await addEngagement();
  await insertQuestion(platform, { tenantId: tenant.tenantId, engagementId: id, marker: 'Where?' });
  expect(await read(id)).toMatchObject({
    engagementId: id,
    recommendation: {
      filename: 'paper.md',
      title: 'Keep Bavaria',
      version: 1,
      text: 'Keep the dealers. Raise prices.',
    },
    documents: [
      {
        filename: 'paper.md',
        synthesis: true,
        version: 1,
        approvalStatus: 'pending_review',
        released: null,
      },
      {
        filename: 'market.md',
        synthesis: false,
        version: 2,
        title: 'The market',
        awaits: [],
        clientDecisions: [],
      },
    ],
    openCitations: 0,
    conflicts: { open: 0, first: [] },
    waiting: { reviews: 2, questions: 1, comments: 0, failed: 0 },
    owner: null,
    dueDate: null,
    money: { budget: 5, spent: 1.25, left: 3.75 },
    runs: { completed: 1, all: 1 },
    run: { status: 'completed', taskIds: null, spent: 1.25, failureReason: null },
    hasPlan: false,
  });
});

// OVR-2, OVR-5
test('tells nothing that is not there yet', async () => {
  const id = await insertEngagement(platform.database, tenant.tenantId);
  expect(await read(id)).toMatchObject({
    recommendation: null,
    documents: [],
    run: null,
    runs: { completed: 0, all: 0 },
    hasPlan: false,
    expected: { seconds: null, tasks: [] },
    money: { budget: 5, spent: 0, left: 5 },
  });
});

// OVR-3
test('tells what was released, who has decided, and who has yet to decide', async () => {
  const id = await addEngagement();
  const team = openReleasing(platform, tenant, id);
  const clara = await team.issue({ clientName: 'Clara' });
  const boris = await team.issue({ clientName: 'Boris' });
  await team.issue({ clientName: 'Reader', permissions: ['read'] });
  await team.release([clara.link.id, boris.link.id], [['market.md', 1]]);
  await clara.client.post('/api/portal/deliverables/market.md/review', {
    action: 'approve',
    version: 1,
  });
  const market = (await read(id)).documents.find(({ filename }) => filename === 'market.md');
  expect(market).toMatchObject({
    version: 2,
    released: { version: 1, links: 2 },
    clientDecisions: [
      { linkId: clara.link.id, clientName: 'Clara', action: 'approve', version: 1 },
    ],
    awaits: [{ id: boris.link.id, clientName: 'Boris' }],
  });
});

// OVR-9
test('counts completed runs, reruns among them, as the details and the insights do', async () => {
  const id = await addEngagement();
  const { database } = platform;
  await insertRun(database, tenant.tenantId, id);
  const rerun = await insertRun(database, tenant.tenantId, id);
  await platform.asSuperuser(
    `update platform.runs set kind = 'rerun', rerun_task_id = 'paper' where id = $1`,
    [rerun],
  );
  const { body: detail } = await tenant.owner.get<{ runs: { status: string }[] }>(
    `/api/engagements/${id}`,
  );
  const { body: insights } = await tenant.owner.get<{
    engagements: { id: string; completedRuns: number }[];
  }>('/api/analytics');
  expect([
    (await read(id)).runs.completed,
    detail.runs.filter(({ status }) => status === 'completed').length,
    insights.engagements.find((one) => one.id === id)?.completedRuns,
  ]).toEqual([3, 3, 3]);
});

// OVR-5
test('expects as long as the chain of tasks took in earlier runs', async () => {
  const id = await addEngagement();
  const done = (model: string, durationMs: number) => ({ state: 'completed', model, durationMs });
  await platform.asSuperuser(
    `insert into platform.library_entries (id, tenant_id, engagement_id, title, json_data) values ($1, $2, $3, '', $4)`,
    [
      `entry-${id}`,
      tenant.tenantId,
      id,
      JSON.stringify({ tasks: [done('sonnet', 60_000), done('sonnet', 90_000)] }),
    ],
  );
  await platform.asSuperuser(`update platform.engagements set model = 'sonnet' where id = $1`, [
    id,
  ]);
  expect((await read(id)).expected).toEqual({
    seconds: 150,
    tasks: [
      { taskId: 'market', seconds: 75 },
      { taskId: 'paper', seconds: 75 },
    ],
    learnedFromTasks: 2,
  });
});

// OVR-1
test('another tenant finds no engagement', async () => {
  const stranger = await createPopulatedTenant(platform);
  const id = await addEngagement();
  const { status, body } = await stranger.owner.get(`/api/engagements/${id}/overview`);
  expect({ status, body }).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
