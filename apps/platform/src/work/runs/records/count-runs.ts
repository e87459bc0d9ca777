import type { Statement } from '@ecp/database/statement';

/** A tenant's runs at a glance. */
export interface RunCounts {
  /** Running or paused. */
  active: number;
  /** Failed in the last 24 hours; stopping one is no failure. */
  failed: number;
}

/** Counts runs: one row. `now` ends the 24 hours. */
export function countRuns(tenantId: string, now: Date): Statement<RunCounts> {
  return {
    name: 'count_runs',
    text: `select count(*) filter (where status in ('running', 'paused'))::integer as active,
        count(*) filter (where status = 'failed' and finished_at > $2::timestamptz - interval '24 hours'
          and failure_reason is distinct from 'stopped')::integer as failed
      from platform.runs where tenant_id = $1`,
    values: [tenantId, now],
  };
}
