import type { Statement } from '@ecp/database/statement';

/** The counts of a tenant's runs. */
export interface RunCounts {
  /** Number of running and paused runs. */
  active: number;
  /** Number of runs that failed in the last 24 hours, without stopped runs. */
  failed: number;
}

/** Counts a tenant's runs in one row, each count from an index of its few rows. `now` is the end of the 24 hours. */
export function countRuns(tenantId: string, now: Date): Statement<RunCounts> {
  return {
    name: 'count_runs',
    text: `select (
        select count(*) from platform.runs where tenant_id = $1 and status in ('running', 'paused')
      )::integer as active, (
        select count(*) from platform.runs where tenant_id = $1 and status = 'failed'
          and failure_reason is distinct from 'stopped' and finished_at > $2::timestamptz - interval '24 hours'
      )::integer as failed`,
    values: [tenantId, now],
  };
}
