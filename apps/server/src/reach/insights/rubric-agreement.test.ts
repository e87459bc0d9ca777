import type { Insights } from '@ecp/contract/reach/insights';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFinishedRun } from '../../../testing/finished-work.ts';
import { createKeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());

/**
 * Reviews of deliverables that all have the score 80, with which the evaluator would approve each.
 */
const actions = [
  ...Array(12).fill('approve'),
  ...Array(7).fill('request_revision'),
  ...Array(3).fill('reject'),
];

// INS-5
test('reviews through the API become the agreement of the rubric’s version, with a proposal when it is low', async () => {
  const { tenantId, owner } = await createKeyedTenant(platform);
  const tasks = actions.map((_, index) => ({
    taskId: `t${index}`,
    score: index === 0 ? 45 : 80,
    rubricVersion: 2,
  }));
  const finishedAt = new Date();
  const engagementId = await addFinishedRun(platform, tenantId, { finishedAt, tasks });
  const early = [{ taskId: 'old', score: 80, approvalStatus: 'approved' as const }];
  await addFinishedRun(platform, tenantId, { finishedAt, tasks: early });
  const review = (index: number, action: string) =>
    owner.post(`/api/engagements/${engagementId}/deliverables/t${index}.md/review`, { action });
  // An earlier review of the same version does not count.
  expect((await review(1, 'reject')).status).toBe(200);
  for (const [index, action] of actions.entries())
    expect((await review(index, action)).status).toBe(200);

  await owner.post('/api/insights/analyze');
  const read = async () => (await owner.get<Insights>('/api/insights')).body;
  const { insights, proposals } = await pollUntil(read, (found) => found.insights.length > 0);
  const found = insights.filter(({ kind }) => kind === 'rubric_agreement');
  expect(found).toMatchObject([
    {
      title: 'Evaluator and reviewers disagree: strategy rubric, version 2',
      evidence: {
        outcome: 'disagree',
        rubricType: 'strategy',
        rubricVersion: 2,
        reviewed: 22,
        observedAgreement: 0.5,
        baseRate: 0.545,
        thresholds: { approve: 70, reject: 50 },
        verdicts: [
          { evaluator: 'approve', reviewer: 'approve', count: 11 },
          { evaluator: 'approve', reviewer: 'request_revision', count: 7 },
          { evaluator: 'approve', reviewer: 'reject', count: 3 },
          { evaluator: 'reject', reviewer: 'approve', count: 1 },
        ],
      },
    },
    { evidence: { outcome: 'too_few_reviews', rubricVersion: 1, reviewed: 1, kappa: null } },
  ]);
  // Chance is 21/22 · 12/22 + 1/22 · 3/22; kappa is (0.5 − 0.5269) / (1 − 0.5269).
  expect(found[0]?.evidence).toMatchObject({ kappa: -0.057 });
  expect(proposals.filter(({ insightId }) => insightId === found[0]?.id)).toHaveLength(1);
  expect(proposals.filter(({ insightId }) => insightId === found[1]?.id)).toEqual([]);
});
