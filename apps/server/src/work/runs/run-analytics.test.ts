import type { RunAnalytics, RunQuality, RunStarted } from '@ecp/contract/work/runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

/** The engine's analytics of a run in which one agent did one task. */
const analyticsOf = (agent: string): RunAnalytics => ({
  agents: [
    {
      slug: agent,
      role: `Role of ${agent}`,
      department: 'Strategy',
      steps: 3,
      models: [{ model: 'model-one', taskCount: 1 }],
    },
  ],
  delegations: [{ from: agent, to: 'observer', count: 2 }],
  modelRouting: [
    {
      taskId: 'a',
      agentSlug: agent,
      agentRole: `Role of ${agent}`,
      department: 'Strategy',
      selectedModel: 'model-one',
      observerScore: 71,
      cost: 0.0123,
      reason: 'The best of one.',
      explored: false,
      candidates: [
        {
          model: 'model-one',
          expectedScore: 82.1,
          spread: 4.2,
          samples: 7,
          ownSamples: 2,
          expectedCost: 0.05,
          affordable: true,
          utility: 7.4,
          verdict: 'best',
          why: 'Chosen',
        },
      ],
    },
  ],
});

// QUA-3, QUA-5
test('analytics are those of the newest completed run, quality is that of the newest run', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement({
    tasks: ['a', 'b'].map((task) => ({ id: task, name: task })),
  });
  const path = `/api/engagements/${id}`;
  const start = async (verb: string) => {
    const { runId } = (await tenant.post<RunStarted>(`${path}/${verb}`)).body;
    return platform.engine.waitForRun(runId);
  };
  const analytics = async () => (await tenant.get<RunAnalytics>(`${path}/analytics`)).body;
  const quality = async () => (await tenant.get<RunQuality>(`${path}/quality`)).body;
  const rubric = { rubricType: 'strategy', rubricVersion: 1, feedback: 'Good.', criteria: [] };

  const first = await start('run');
  first.push({
    type: 'deliverable',
    taskId: 'a',
    filename: 'a.md',
    wordCount: 1,
    content: 'Done\n',
  });
  first.push({ type: 'score', taskId: 'a', taskName: 'A', score: 80.5, ...rubric });
  first.push({ type: 'score', taskId: 'b', taskName: 'B', score: 70.1, ...rubric });
  first.push({ type: 'analytics', analytics: analyticsOf('first') });
  expect(await analytics()).toEqual({ agents: [], delegations: [], modelRouting: [] });
  first.push({ type: 'status', status: 'completed', error: null });
  await tenant.waitForEnd(id);
  expect(await analytics()).toEqual(analyticsOf('first'));
  const { runId } = first.request;
  expect(await quality()).toMatchObject({ runId, runStatus: 'completed', averageScore: 75.3 });
  expect((await quality()).runStartedAt).toBe((await tenant.getEngagement(id)).runs[0]?.startedAt);

  const failing = await start('run');
  failing.push({ type: 'analytics', analytics: analyticsOf('failed') });
  failing.push({ type: 'status', status: 'failed', error: 'It broke' });
  await tenant.waitForEnd(id);
  expect(await analytics()).toEqual(analyticsOf('first'));
  expect(await quality()).toMatchObject({
    runId: failing.request.runId,
    averageScore: null,
    scores: [],
  });

  const rerun = await start('deliverables/a.md/rerun');
  rerun.push({ type: 'score', taskId: 'a', taskName: 'A', score: 90, ...rubric });
  rerun.push({ type: 'analytics', analytics: analyticsOf('rerun') });
  rerun.push({ type: 'status', status: 'completed', error: null });
  await tenant.waitForEnd(id);
  expect(await analytics()).toEqual(analyticsOf('rerun'));
  expect(await quality()).toMatchObject({
    averageScore: 90,
    scores: [{ taskName: 'A', score: 90 }],
  });
});

// QUA-2
test('a score has its rubric’s version, and each criterion its score, name, weight and comment', async () => {
  const tenant = await createTestTenant(platform);
  const { id } = await tenant.createEngagement({ tasks: [{ id: 'a', name: 'A' }] });
  const { runId } = (await tenant.post<RunStarted>(`/api/engagements/${id}/run`)).body;
  const run = await platform.engine.waitForRun(runId);
  const criteria = [
    {
      id: 'options',
      name: 'Real options',
      score: 84,
      weight: 0.6,
      comment: 'Three that differ in kind',
    },
    { id: 'choice', name: 'Choice', score: 61.5, weight: 0.4, comment: 'Nothing is given up' },
  ];
  const rubric = { rubricType: 'strategy', rubricVersion: 4, feedback: 'Good.' };
  run.push({ type: 'score', taskId: 'a', taskName: 'A', score: 75, ...rubric, criteria });
  run.push({ type: 'status', status: 'completed', error: null });
  await tenant.waitForEnd(id);
  const { scores } = (await tenant.get<RunQuality>(`/api/engagements/${id}/quality`)).body;
  expect(scores).toMatchObject([
    { taskName: 'A', rubricType: 'strategy', rubricVersion: 4, criteria },
  ]);
});
