import { expect, it } from 'vitest';
import type { ListedDeliverable } from '../base/api/document-queries.ts';
import { listStaleTasks } from './rerun-stale.tsx';

const tasks = [
  { id: 'offer', name: 'Offer', dependsOn: ['costs'] },
  { id: 'costs', name: 'Costs', dependsOn: ['demand'] },
  { id: 'demand', name: 'Demand' },
  { id: 'plan', name: 'Plan', dependsOn: ['offer'] },
];
const listed = (taskId: string | null, version: number, stale = false): ListedDeliverable => ({
  id: `${taskId} ${version}`,
  filename: `${taskId ?? '_run_report'}.md`,
  conflicts: 0,
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
  stale,
  staleBecause: [],
  answeredAssumptions: [],
});

it('lists tasks with stale deliverables and their downstream tasks in the order of the dependencies', () => {
  const all = [
    listed('demand', 2),
    listed('demand', 1),
    listed('costs', 1, true),
    listed('offer', 1),
    listed(null, 1),
  ];
  expect(listStaleTasks(tasks, all).map(({ taskId, why }) => `${taskId} ${why}`)).toEqual([
    'costs stale',
    'offer downstream',
  ]);
});

it('ignores an old version that was stale', () => {
  expect(
    listStaleTasks(tasks, [listed('demand', 2), listed('costs', 2), listed('costs', 1, true)]),
  ).toEqual([]);
});
