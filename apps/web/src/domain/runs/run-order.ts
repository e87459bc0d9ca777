import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Run } from '@ecp/contract/work/runs';

/** Returns the runs in the order of their start. */
export const inOrder = (runs: EngagementDetail['runs']): Run[] =>
  runs.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));

/** Finds the newest completed run, which the service bases its analytics on. */
export const newestCompleted = (runs: EngagementDetail['runs']): Run | undefined =>
  inOrder(runs).findLast(({ status }) => status === 'completed');
