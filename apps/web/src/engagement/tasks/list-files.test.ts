import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { expect, it } from 'vitest';
import type { ListedDeliverable } from '../../base/api/document-queries.ts';
import { listFiles } from './list-files.ts';

const listed = (filename: string, version: number, taskId: string | null): ListedDeliverable => ({
  id: `${filename} ${version}`,
  conflicts: 0,
  filename,
  version,
  wordCount: 1,
  taskId,
  createdAt: `2026-01-01T00:00:0${version}.000Z`,
  runId: 'r',
  approvalStatus: 'approved' as const,
  approvals: [],
  approvalsNeeded: 1,
  authorId: null,
  clientDecision: null,
  clientDecisions: [],
  score: null,
  origin: 'agent' as const,
  editedBy: null,
  note: null,
  citations: null,
  stale: false,
  staleBecause: [],
  answeredAssumptions: [],
});

const stored = (
  entry: ListedDeliverable,
  content: string,
): EngagementDetail['deliverables'][number] => ({
  ...entry,
  engagementId: 'e',
  content,
  approvalStatus: 'approved',
  reviewedAt: null,
  reviewedBy: null,
  reviewAuthor: null,
});

it('lists the board paper first, then the latest version of each file in task order, and internal files separately', () => {
  const [costs1, costs2] = [listed('costs.md', 1, 'b'), listed('costs.md', 2, 'b')];
  const demand = listed('demand.md', 1, 'a');
  const report = listed('_run_report.md', 1, null);
  const engagement: EngagementDetail = {
    id: 'e',
    tenantId: 't',
    name: 'Bicycles',
    client: 'Spoke',
    slug: 'bicycles',
    brief: '',
    budget: 5,
    model: null,
    askBack: 'assume',
    askBackHours: 24,
    adversary: false,
    approveAnswer: false,
    library: false,
    ownerId: null,
    owner: null,
    dueDate: null,
    sample: false,
    research: { enabled: false, domains: [], maxPages: 20 },
    tasks: [
      { id: 'a', name: 'Demand' },
      { id: 'b', name: 'Cost model' },
      { id: 'c', name: 'Summary', synthesis: true },
    ],
    status: 'completed',
    createdAt: '2026-01-01T00:00:00.000Z',
    archivedAt: null,
    waiting: { reviews: 2, questions: 0, comments: 0, failed: 0 },
    runs: [],
    deliverables: [
      stored(costs2, '---\ntitle: x\n---\n\n# What a **subscriber** costs\n'),
      stored(costs1, '# Old\n'),
      stored(demand, 'No heading'),
    ],
  };
  const { files, internal } = listFiles(
    [report, costs2, costs1, demand, listed('summary.md', 1, 'c')],
    engagement,
  );
  expect(files.map(({ title, taskName, latest }) => [title, taskName, latest.version])).toEqual([
    ['Summary', null, 1],
    ['Demand', null, 1],
    ['What a subscriber costs', 'Cost model', 2],
  ]);
  expect(files.map(({ isBoardPaper }) => isBoardPaper)).toEqual([true, false, false]);
  expect(files[2]?.approvalStatus).toBe('approved');
  expect(internal.map(({ title }) => title)).toEqual(['Run report']);
});
