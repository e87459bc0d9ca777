import type { Run } from '@ecp/contract/runs';

/** The run during which something was made: the latest that had begun by then. */
export function findRun(runs: readonly Run[], createdAt: string): Run | undefined {
  const madeMs = Date.parse(createdAt);
  return runs
    .filter(({ startedAt }) => Date.parse(startedAt) <= madeMs)
    .reduce<Run | undefined>((last, run) => (last && last.startedAt >= run.startedAt ? last : run), undefined);
}
