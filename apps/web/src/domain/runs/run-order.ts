import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run } from '@ecp/contract/work/runs';

/** Runs in the order in which they started. */
export const inOrder = (runs: EngagementDetail['runs']): Run[] =>
  runs.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));

/** The newest run that completed: the service gives the analytics of this one. */
export const newestCompleted = (runs: EngagementDetail['runs']): Run | undefined =>
  inOrder(runs).findLast(({ status }) => status === 'completed');
