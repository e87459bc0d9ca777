import type { AnalyzedEngagement } from '@ecp/contract/reach/insights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTableTenant, type TableTenant } from '../../../testing/table-tenant.ts';

let platform: TestPlatform;
let tenant: TableTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createTableTenant(platform);
});
afterAll(() => platform.close());

const read = async (query = '') =>
  (await tenant.get<{ engagements: AnalyzedEngagement[] }>(`/api/analytics${query}`)).body
    .engagements;

// INS-10
test('the engagements of a period have their money, time and decisions; the sample is none of them', async () => {
  const { tenantId, engagementId } = tenant;
  const started = '2026-01-05T08:00:00Z';
  await platform.asSuperuser(
    `with ran as (
      insert into platform.runs (id, tenant_id, engagement_id, kind, status, started_at, cost_nano_usd)
        values ('an-run', $1, $2, 'run', 'completed', $3, 2000000000) returning id
    )
    insert into platform.deliverables (id, tenant_id, engagement_id, run_id, filename, version, content, word_count,
        approval_status, reviewed_at, reviewer_kind, reviewer_name)
      select d.id, $1, $2, ran.id, d.filename, d.version, '# Plan', 1, d.status, d.reviewed::timestamptz, d.reviewer, d.reviewer
      from ran, (values
        ('an-1', 'plan.md', 1, 'revision_requested', '2026-01-05T09:00:00Z', 'user'),
        ('an-2', 'plan.md', 2, 'approved', '2026-01-05T12:00:00Z', 'user'),
        ('an-3', '_run_report.md', 1, 'pending_review', null, null)
      ) d (id, filename, version, status, reviewed, reviewer)`,
    [tenantId, engagementId, started],
  );
  await platform.asSuperuser(
    `insert into platform.client_decisions (tenant_id, id, deliverable_id, action, author_name, created_at) values
      ($1, 'an-d1', 'an-2', 'reject', 'Grace', '2026-01-06T08:00:00Z'),
      ($1, 'an-d2', 'an-2', 'approve', 'Grace', '2026-01-06T09:00:00Z')`,
    [tenantId],
  );
  const other = await tenant.createEngagement();
  await platform.asSuperuser('update platform.engagements set sample = true where id = $1', [
    other.id,
  ]);
  const [one, ...rest] = await read();
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    id: engagementId,
    spent: 2,
    completedRuns: 1,
    documents: 1,
    approvedDocuments: 1,
    revisions: 1,
    hoursToApproval: 4,
    clientDecisions: { approved: 1, rejected: 0 },
  });
  const created = one?.createdAt ?? '';
  expect(await read(`?from=${created}`)).toHaveLength(1);
  expect(await read(`?to=${created}`)).toEqual([]);
});
